import { sql } from "kysely";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

export interface NewAuditRow {
  readonly shop_id: number | null;
  readonly action: string;
  readonly actor: string;
  readonly facts: string;
  readonly request_id: string;
}

/** Answers the entry's id. */
export async function insertAudit(db: Db, row: NewAuditRow): Promise<number> {
  const { id } = await db.insertInto("audit_log").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Only entries with a smaller number; null for all. */
  readonly before: number | null;
}

/** The organization that an entry about a connection is about: the one that asked, or that acted itself. */
const connectionOf = sql`coalesce(facts->'answer'->'data'->>'organization_id', 'org_' || (actor->>'organization_id'))`;

const organizationName = sql<string | null>`(select name from organizations where id = (actor->>'organization_id')::bigint)`;

/**
 * Whether an entry names a key that the reader has not to know: one that another organization made. One that was revoked so long ago that
 * its row is gone may be such a one.
 */
const namesStrangersKey = (
  reader: number | null,
) => sql<boolean>`case when ${reader}::bigint is not null and action like 'api\\_key.%' then not exists (
  select from api_keys k
  where k.id = coalesce(facts->'answer'->'data'->>'id', facts->'before'->>'id')::bigint
    and (k.created_by_organization_id is null or k.created_by_organization_id = ${reader})) else false end`;

export type AuditRow = Awaited<ReturnType<typeof listAudit>>["rows"][number];

/** The shop's own log, newest first; an organization that reads it is not told which others ask or are connected. */
export async function listAudit({ db, shopId }: ShopDb, page: Page, reader: number | null) {
  return auditPage(db, { shopId, reader, ...page });
}

/** For an admin: everything, or what is about one shop. */
export async function listWholeAudit(db: Db, asked: Page & { readonly shopId: ShopId | null }) {
  return auditPage(db, { ...asked, reader: null });
}

type AskedPage = Page & { readonly shopId: ShopId | null; readonly reader: number | null };

async function auditPage(db: Db, { shopId, reader, limit, offset, before }: AskedPage) {
  const asked = db
    .selectFrom("audit_log")
    .$if(shopId !== null, (query) => query.where("shop_id", "=", shopId))
    .$if(reader !== null, (query) => query.where(sql<boolean>`(action not like 'connection.%' or ${connectionOf} = ${`org_${reader}`})`))
    .$if(before !== null, (query) => query.where("id", "<", before ?? 0));
  const rows = await asked
    .selectAll()
    .select([organizationName.as("organization_name"), namesStrangersKey(reader).as("names_strangers_key")])
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}
