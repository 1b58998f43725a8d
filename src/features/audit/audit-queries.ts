import { sql } from "kysely";
import type { FeedId, ShopId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AskedActor } from "./asked-actor.ts";

export interface NewAuditRow {
  readonly shop_id: number | null;
  readonly feed_id?: number | null;
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

/** What entries are wanted. What is undefined leaves none out. */
export interface AuditFilter {
  /** Only entries with a smaller number. */
  readonly before?: number | undefined;
  /** `feed.updated`, or `feed` for everything done to feeds. */
  readonly action?: string | undefined;
  readonly actor?: AskedActor | undefined;
  readonly feedId?: FeedId | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface Page extends AuditFilter {
  readonly limit: number;
  readonly offset: number;
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

/** Besides the feed that the request named: feeds whose definition the same change has made another version of. */
const isAbout = (feedId: FeedId) => sql<boolean>`(audit_log.feed_id = ${feedId} or exists (
  select from feed_versions v
  where v.shop_id = audit_log.shop_id and v.made_in = audit_log.made_in and v.created_at = audit_log.created_at and v.feed_id = ${feedId}))`;

/** By what the reader is shown of an actor: another organization's keys have neither number nor name to it. */
function isBy(asked: AskedActor, reader: number | null) {
  if (asked.kind !== undefined) return sql<boolean>`actor->>'kind' = ${asked.kind}`;
  const is =
    asked.keyId !== undefined
      ? sql<boolean>`actor->>'key_id' = ${String(asked.keyId)}`
      : asked.organizationId !== undefined
        ? sql<boolean>`actor->>'organization_id' = ${String(asked.organizationId)}`
        : sql<boolean>`lower(actor->>'name') = lower(${asked.name})`;
  return sql<boolean>`${is} and (${reader}::bigint is null or coalesce((actor->>'organization_id')::bigint, ${reader}) = ${reader})`;
}

type AskedPage = Page & { readonly shopId: ShopId | null; readonly reader: number | null };

async function auditPage(db: Db, { shopId, reader, limit, offset, ...filter }: AskedPage) {
  const { before, action, actor, feedId, from, to } = filter;
  const asked = db
    .selectFrom("audit_log")
    .$if(shopId !== null, (query) => query.where("shop_id", "=", shopId))
    .$if(reader !== null, (query) => query.where(sql<boolean>`(action not like 'connection.%' or ${connectionOf} = ${`org_${reader}`})`))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .$if(action !== undefined, (query) => query.where(sql<boolean>`(action = ${action} or split_part(action, '.', 1) = ${action})`))
    .$if(actor !== undefined, (query) => (actor === undefined ? query : query.where(isBy(actor, reader))))
    .$if(feedId !== undefined, (query) => (feedId === undefined ? query : query.where(isAbout(feedId))))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`audit_log.created_at >= ${from}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`audit_log.created_at < ${to}`));
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
