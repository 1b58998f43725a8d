import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { MarkKind } from "./mark-queries.ts";

/** Something that a platform says has changed. */
export interface Report {
  /** The same for every repetition of the delivery. */
  readonly webhookId: string;
  /** The shop's domain on its platform, in lower case. */
  readonly domain: string;
  readonly kind: MarkKind;
  readonly subject: number;
  readonly triggeredAt: Date;
}

/**
 * Marks what has changed, for many reports in one statement; those that were taken before, and those of shops that aren't installed, change nothing.
 * Everybody goes through marks in the same order, and tells the queues last, so that two of these never wait for each other in turn.
 */
export async function markCatalog(db: Db, reports: readonly Report[]): Promise<void> {
  const columns = [
    sql`${reports.map(({ webhookId }) => webhookId)}::text[]`,
    sql`${reports.map(({ domain }) => domain)}::text[]`,
    sql`${reports.map(({ kind }) => kind)}::text[]`,
    sql`${reports.map(({ subject }) => subject)}::bigint[]`,
    sql`${reports.map(({ triggeredAt }) => triggeredAt)}::timestamptz[]`,
  ];
  await sql`
    with told as (
      select * from unnest(${sql.join(columns)}) as told (webhook_id, domain, kind, subject_id, triggered_at)
    ), fresh as (
      insert into platform_deliveries (webhook_id) select distinct webhook_id from told order by webhook_id on conflict do nothing returning webhook_id
    ), marked as (
      insert into catalog_marks (shop_id, kind, subject_id, triggered_at)
      select shops.id, told.kind, told.subject_id, max(told.triggered_at) from told join fresh using (webhook_id)
      join shops on lower(shops.domain) = told.domain and shops.uninstalled_at is null and shops.storefront = 'shopify'
      group by 1, 2, 3 order by 1, 2, 3 ${MARKED_AGAIN} returning shop_id
    ) ${TELL_QUEUES}`.execute(db);
}

/** Whoever is reading the thing just now may have read it before this change. */
const MARKED_AGAIN = sql`on conflict (shop_id, kind, subject_id) do update
  set seq = nextval('catalog_mark_numbers'), triggered_at = greatest(catalog_marks.triggered_at, excluded.triggered_at)`;
const TELL_QUEUES = sql`
  insert into delta_queues (shop_id, first_marked_at, last_marked_at) select shop_id, clock_timestamp(), clock_timestamp() from marked group by shop_id order by shop_id
  on conflict (shop_id) do update
    set first_marked_at = coalesce(delta_queues.first_marked_at, excluded.first_marked_at), last_marked_at = excluded.last_marked_at`;

/** Something of a shop that has changed, though nobody reported it. */
interface Unreported {
  readonly kind: MarkKind;
  readonly subject: number;
  readonly changedAt: Date;
}

/** Marks what was found to have changed. */
export async function markUnreported({ db, shopId }: ShopDb, found: readonly Unreported[]): Promise<void> {
  const columns = [
    sql`${found.map(({ kind }) => kind)}::text[]`,
    sql`${found.map(({ subject }) => subject)}::bigint[]`,
    sql`${found.map(({ changedAt }) => changedAt)}::timestamptz[]`,
  ];
  await sql`
    with marked as (
      insert into catalog_marks (shop_id, kind, subject_id, triggered_at)
      select ${shopId}::bigint, kind, subject_id, max(changed_at) from unnest(${sql.join(columns)}) as found (kind, subject_id, changed_at)
      group by 1, 2, 3 order by 1, 2, 3 ${MARKED_AGAIN} returning shop_id
    ) ${TELL_QUEUES}`.execute(db);
}

/** For what isn't marked. False: the delivery was taken before. */
export async function rememberDelivery(db: Db, webhookId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("platform_deliveries")
    .values({ webhook_id: webhookId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A platform repeats a delivery for hours, and one may be late by a day. */
const REMEMBERED_HOURS = 48;
/** A transaction of milliseconds. */
const BATCH_ROWS = 5_000;

export async function forgetDeliveries(db: Db, signal: AbortSignal): Promise<void> {
  for (let removed = BATCH_ROWS; removed === BATCH_ROWS && !signal.aborted;) {
    const { numAffectedRows } = await sql`delete from platform_deliveries where webhook_id = any(array(
      select webhook_id from platform_deliveries where received_at < now() - make_interval(hours => ${REMEMBERED_HOURS}) limit ${BATCH_ROWS} for update skip locked))`.execute(
      db,
    );
    removed = Number(numAffectedRows ?? 0);
  }
}
