import { sql } from "kysely";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { EventCursor, TransactionNumber } from "./event-cursor.ts";
import type { EventRow } from "./streamed-event.ts";

/**
 * Every query sees only events of transactions below the oldest one that runs. That set is complete and stays as it is, so reading it in the order
 * of transactions and ids skips nothing and repeats nothing, whatever commits late. A long transaction delays events; it loses none.
 */

export interface StreamedRow extends EventRow {
  readonly tx: TransactionNumber;
}

interface Wanted {
  readonly names: readonly string[];
  /** Events that name another organization are left out; null: none are. */
  readonly organizationId: number | null;
  readonly limit: number;
}

const isWanted = ({ names, organizationId }: Wanted) => sql`name = any(${[...names]}::text[])
  and (${organizationId}::bigint is null or coalesce(organization_id, ${organizationId}) = ${organizationId})`;

/** After a place, the oldest first. */
export async function listEventsAfter(
  { db, shopId }: ShopDb,
  { tx, eventId }: EventCursor,
  wanted: Wanted,
): Promise<readonly StreamedRow[]> {
  const { rows } = await sql<StreamedRow>`
    select id, name, body, created_at, tx::text as tx from events
    where shop_id = ${shopId} and (tx, id) > (${tx}::text::xid8, ${eventId}) and tx < pg_snapshot_xmin(pg_current_snapshot()) and ${isWanted(wanted)}
    order by events.tx, id limit ${wanted.limit}`.execute(db);
  return rows;
}

/** The newest there are, the oldest of them first. */
export async function listNewestEvents({ db, shopId }: ShopDb, wanted: Wanted): Promise<readonly StreamedRow[]> {
  const { rows } = await sql<StreamedRow>`
    select id, name, body, created_at, tx::text as tx from events
    where shop_id = ${shopId} and tx < pg_snapshot_xmin(pg_current_snapshot()) and ${isWanted(wanted)}
    order by events.tx desc, id desc limit ${wanted.limit}`.execute(db);
  return rows.toReversed();
}

/** Where all that has been committed lies before, and what is still to be committed behind. */
export async function findHorizon(db: Db): Promise<TransactionNumber> {
  const { rows } = await sql<{ readonly horizon: TransactionNumber }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the database has no snapshot");
  return row.horizon;
}

/** Which of the shops have events of the transactions from one place to the present, and that present. One small query for all streams of a process. */
export async function findShopsWithEvents(
  db: Db,
  shops: readonly ShopId[],
  since: TransactionNumber,
): Promise<{ readonly horizon: TransactionNumber; readonly shops: readonly ShopId[] }> {
  const { rows } = await sql<{ readonly horizon: TransactionNumber; readonly shops: ShopId[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, array(
      select asked.id from unnest(${[...shops]}::bigint[]) as asked (id) where exists (
        select from events
        where shop_id = asked.id and tx >= ${since}::text::xid8 and tx < pg_snapshot_xmin(pg_current_snapshot()))
    ) as shops`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the database has no snapshot");
  return row;
}

export async function isUninstalled({ db, shopId }: ShopDb): Promise<boolean> {
  const shop = await db
    .selectFrom("shops")
    .select("id")
    .where("id", "=", shopId)
    .where("uninstalled_at", "is not", null)
    .executeTakeFirst();
  return shop !== undefined;
}

/** Who a stream was opened for. */
export interface StreamHolder {
  readonly shopId: ShopId;
  readonly keyId: number;
  /** The organization whose key it is, or whose key made it. */
  readonly organizationId: number | null;
  /** Of the session that stood for the key. */
  readonly sessionHash: Buffer | null;
}

/** The places in the list of those who may no longer read: the key, the session, the connection or the shop has ended. */
export async function findEndedHolders(db: Db, holders: readonly StreamHolder[]): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly place: number }>`
    select (h.place - 1)::int as place from unnest(
      ${holders.map(({ shopId }) => shopId)}::bigint[], ${holders.map(({ keyId }) => keyId)}::bigint[],
      ${holders.map(({ organizationId }) => organizationId)}::bigint[], ${holders.map(({ sessionHash }) => sessionHash)}::bytea[]
    ) with ordinality as h (shop_id, key_id, organization_id, session_hash, place)
    where not exists (select from api_keys k where k.id = h.key_id and k.revoked_at is null)
      or not exists (select from shops s where s.id = h.shop_id and s.uninstalled_at is null)
      or h.organization_id is not null and not exists (
        select from organization_connections c where c.organization_id = h.organization_id and c.shop_id = h.shop_id and c.status = 'active')
      or h.session_hash is not null and not exists (
        select from sessions s where s.token_hash = h.session_hash and s.key_id = h.key_id and s.expires_at > now())`.execute(db);
  return rows.map(({ place }) => place);
}
