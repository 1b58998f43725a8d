import { sql } from "kysely";
import type { OrganizationId, ShopId } from "../../kernel/ids.ts";
import type { Db, OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { takeTurns } from "../keys/index.ts";

/** The rows of one organization, reached through its handle alone. */

export async function insertOrganization(db: Db, name: string): Promise<number> {
  const { id } = await db.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** A connection the merchant has already agreed to. */
export async function insertActiveConnection(
  db: Db,
  connection: { readonly organizationId: number; readonly shopId: ShopId; readonly domain: string; readonly clientLabel: string },
): Promise<void> {
  await db
    .insertInto("organization_connections")
    .values({
      organization_id: connection.organizationId,
      shop_id: connection.shopId,
      domain: connection.domain,
      client_label: connection.clientLabel,
      status: "active",
      connected_at: sql`now()`,
    })
    .execute();
}

const organizationView = (db: Db) =>
  db
    .selectFrom("organizations")
    .selectAll("organizations")
    .select([
      sql<number>`(select count(*) from organization_connections where organization_id = organizations.id and status = 'active')`.as(
        "shop_count",
      ),
      sql<number>`(select count(*) from organization_members where organization_id = organizations.id)`.as("member_count"),
    ]);

export type OrganizationView = Awaited<ReturnType<typeof listOrganizations>>["rows"][number];

export async function findOrganization({ db, organizationId }: OrganizationDb): Promise<OrganizationView | undefined> {
  return organizationView(db).where("organizations.id", "=", organizationId).executeTakeFirst();
}

/** For an admin: every organization, in the order they were made. */
export async function listOrganizations(db: Db, page: Page) {
  const rows = await organizationView(db).orderBy("organizations.id").limit(page.limit).offset(page.offset).execute();
  const { total } = await db
    .selectFrom("organizations")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Two invitations of one moment count each other's: whoever invites holds the organization until it commits. */
export async function lockOrganization({ db, organizationId }: OrganizationDb): Promise<void> {
  await db.selectFrom("organizations").select("id").where("id", "=", organizationId).forNoKeyUpdate().executeTakeFirst();
}

/** Connections with what may be said of their shop: nothing before the merchant has agreed. */
const clientShops = ({ db, organizationId }: OrganizationDb) =>
  db
    .selectFrom("organization_connections as connection")
    .leftJoin("shops", (join) => join.onRef("shops.id", "=", "connection.shop_id").on("connection.status", "=", "active"))
    .leftJoin("feeds", (join) => join.onRef("feeds.shop_id", "=", "shops.id").on("feeds.feed_type", "=", "primary"))
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .select([
      "connection.invitation_number",
      "connection.domain",
      "connection.client_label",
      "connection.status",
      "connection.invited_at",
      "connection.connected_at",
      "shops.id as shop_id",
      "shops.name",
      "shops.subscription_plan",
      "runs.included_count as live_count",
    ])
    .where("connection.organization_id", "=", organizationId);

export type ClientShopRow = Awaited<ReturnType<typeof listClientShops>>["rows"][number];

export async function listClientShops(organization: OrganizationDb, page: Page) {
  const rows = await clientShops(organization).orderBy("connection.id").limit(page.limit).offset(page.offset).execute();
  const { total } = await organization.db
    .selectFrom("organization_connections")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("organization_id", "=", organization.organizationId)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function listMembers({ db, organizationId }: OrganizationDb, page: Page) {
  const members = db.selectFrom("organization_members").where("organization_id", "=", organizationId);
  const rows = await members.selectAll().orderBy("id").limit(page.limit).offset(page.offset).execute();
  const { total } = await members.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Answers nothing when the organization has a member of that address. */
export async function insertMember(
  { db, organizationId }: OrganizationDb,
  member: { readonly name: string; readonly email: string; readonly role: "owner" | "admin" | "member" },
) {
  return db
    .insertInto("organization_members")
    .values({ organization_id: organizationId, ...member })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findConnectionTo({ db, organizationId }: OrganizationDb, domain: string) {
  return db
    .selectFrom("organization_connections")
    .leftJoin("shops", "shops.id", "organization_connections.shop_id")
    .select(["organization_connections.status", "shops.uninstalled_at"])
    .where("organization_connections.organization_id", "=", organizationId)
    .where(sql`lower(organization_connections.domain)`, "=", domain.toLowerCase())
    .executeTakeFirst();
}

export async function countPending({ db, organizationId }: OrganizationDb): Promise<number> {
  const { pending } = await db
    .selectFrom("organization_connections")
    .select(({ fn }) => fn.countAll<number>().as("pending"))
    .where("organization_id", "=", organizationId)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return pending;
}

/** Whether there is a shop of that domain is not asked, so that nothing of the answer can depend on it. */
export async function insertInvitation(
  { db, organizationId }: OrganizationDb,
  invitation: { readonly domain: string; readonly clientLabel: string | null },
) {
  return db
    .insertInto("organization_connections")
    .values({ organization_id: organizationId, domain: invitation.domain, client_label: invitation.clientLabel, status: "pending" })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the connection that the organization calls by this number: its invitation's always, the shop's while it is active. */
export async function lockConnection({ db, organizationId }: OrganizationDb, number: ShopId) {
  const connection = db
    .selectFrom("organization_connections")
    .select(["id", "shop_id", "status", "domain"])
    .select((select) => select.selectFrom("organizations").select("name").where("id", "=", organizationId).as("organization_name"))
    .where("organization_id", "=", organizationId)
    .where((where) =>
      where.or([where("invitation_number", "=", number), where.and([where("shop_id", "=", number), where("status", "=", "active")])]),
    );
  await takeTurns(db, "connection", await connection.execute());
  return connection.forUpdate().executeTakeFirst();
}

export async function deleteConnection({ db, organizationId }: OrganizationDb, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("organization_connections")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Keys that an organization's keys made in a shop. Answers the numbers of those that were active. */
export async function revokeDelegated(
  db: Db,
  { organizationId, shopId }: { readonly organizationId: OrganizationId; readonly shopId: ShopId },
): Promise<readonly number[]> {
  const revoked = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("created_by_organization_id", "=", organizationId)
    .where("shop_id", "=", shopId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

/** Of an organization's shops those it is connected to now, with their primary feeds. */
export async function listConnectedShops({ db, organizationId }: OrganizationDb, shopIds: readonly number[]) {
  return db
    .selectFrom("organization_connections as connection")
    .innerJoin("feeds", (join) => join.onRef("feeds.shop_id", "=", "connection.shop_id").on("feeds.feed_type", "=", "primary"))
    .select(["connection.shop_id", "feeds.id as primary_feed_id"])
    .select(sql<number[]>`array(select id from feeds where feeds.shop_id = connection.shop_id order by id)`.as("feed_ids"))
    .where("connection.organization_id", "=", organizationId)
    .where("connection.status", "=", "active")
    .where("connection.shop_id", "in", [...shopIds])
    .execute();
}
