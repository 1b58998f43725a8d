import { type Selectable, sql } from "kysely";
import type { Database, OrganizationDb } from "../../platform/postgres/postgres-port.ts";

/** Rows of one organization's templates, reached through its handle alone. */

export type TemplateRow = Selectable<Database["org_templates"]>;
export type TemplateVersionRow = Selectable<Database["org_template_versions"]>;

interface NewVersion {
  readonly document: object;
  readonly placeholders: readonly object[];
  readonly createdBy: object;
}

/** Undefined: the organization has one of that name. */
export async function insertTemplate({ db, organizationId }: OrganizationDb, name: string): Promise<TemplateRow | undefined> {
  return db
    .insertInto("org_templates")
    .values({ organization_id: organizationId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function insertTemplateVersion(
  { db, organizationId }: OrganizationDb,
  { id, version }: Pick<TemplateRow, "id" | "version">,
  { document, placeholders, createdBy }: NewVersion,
): Promise<void> {
  await db
    .insertInto("org_template_versions")
    .values({
      ...{ template_id: id, version, organization_id: organizationId },
      ...{ document: JSON.stringify(document), placeholders: JSON.stringify(placeholders), created_by: JSON.stringify(createdBy) },
    })
    .execute();
}

export async function countTemplates({ db, organizationId }: OrganizationDb): Promise<number> {
  const { templates } = await db
    .selectFrom("org_templates")
    .select(({ fn }) => fn.countAll<number>().as("templates"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return templates;
}

/** By name, with how many feeds each is meant for. */
export async function listTemplates({ db, organizationId }: OrganizationDb) {
  return db
    .selectFrom("org_templates")
    .selectAll()
    .select(sql<number>`(select count(*) from org_template_shops where template_id = org_templates.id)`.as("feed_count"))
    .where("organization_id", "=", organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function findTemplate({ db, organizationId }: OrganizationDb, id: number): Promise<TemplateRow | undefined> {
  return db.selectFrom("org_templates").selectAll().where("organization_id", "=", organizationId).where("id", "=", id).executeTakeFirst();
}

export async function lockTemplate({ db, organizationId }: OrganizationDb, id: number): Promise<TemplateRow | undefined> {
  return db
    .selectFrom("org_templates")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Of a template that was locked; undefined: another one has the name. */
export async function nextTemplateVersion(
  { db, organizationId }: OrganizationDb,
  id: number,
  name: string,
): Promise<TemplateRow | undefined> {
  const isTaken = await db
    .selectFrom("org_templates")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(sql`lower(name)`, "=", name.toLowerCase())
    .where("id", "<>", id)
    .executeTakeFirst();
  if (isTaken !== undefined) return undefined;
  return db
    .updateTable("org_templates")
    .set({ name, version: sql`version + 1`, updated_at: sql<Date>`now()` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteTemplate({ db, organizationId }: OrganizationDb, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("org_templates")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function findTemplateVersion(
  { db, organizationId }: OrganizationDb,
  id: number,
  version: number,
): Promise<TemplateVersionRow | undefined> {
  return db
    .selectFrom("org_template_versions")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("template_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
}

/** Newest first, without their documents. */
export async function listTemplateVersions({ db, organizationId }: OrganizationDb, id: number, most: number) {
  return db
    .selectFrom("org_template_versions")
    .select(["version", "created_by", "created_at"])
    .where("organization_id", "=", organizationId)
    .where("template_id", "=", id)
    .orderBy("version", "desc")
    .limit(most)
    .execute();
}

/** Feeds a template is meant for; those of shops that are no longer connected are left out. */
export async function listTemplateShops({ db, organizationId }: OrganizationDb, id: number) {
  return db
    .selectFrom("org_template_shops as chosen")
    .innerJoin("organization_connections as connection", (join) =>
      join
        .onRef("connection.organization_id", "=", "chosen.organization_id")
        .onRef("connection.shop_id", "=", "chosen.shop_id")
        .on("connection.status", "=", "active"),
    )
    .innerJoin("shops", "shops.id", "chosen.shop_id")
    .innerJoin("feeds", "feeds.id", "chosen.feed_id")
    .select(["chosen.shop_id", "chosen.feed_id", "chosen.values", "shops.name", "connection.client_label", "feeds.display_name"])
    .where("chosen.organization_id", "=", organizationId)
    .where("chosen.template_id", "=", id)
    .orderBy("chosen.shop_id")
    .orderBy("chosen.feed_id")
    .execute();
}

interface TemplateShop {
  readonly shopId: number;
  readonly feedId: number;
  readonly values: object;
}

/** Of a template that was locked. */
export async function replaceTemplateShops(
  { db, organizationId }: OrganizationDb,
  id: number,
  shops: readonly TemplateShop[],
): Promise<void> {
  await db.deleteFrom("org_template_shops").where("organization_id", "=", organizationId).where("template_id", "=", id).execute();
  if (shops.length === 0) return;
  const rows = shops.map(({ shopId, feedId, values }) => ({
    ...{ template_id: id, organization_id: organizationId },
    ...{ shop_id: shopId, feed_id: feedId, values: JSON.stringify(values) },
  }));
  await db.insertInto("org_template_shops").values(rows).execute();
}
