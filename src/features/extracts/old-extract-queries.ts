import { sql } from "kysely";
import type { Retention } from "../../kernel/retention.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ShopRange } from "../runs/index.ts";

/** Extracts of a shop that are told of however old they are: at 24 a day, six weeks of them. Deltas are listed apart, and counted apart. */
const KEPT_OF_SHOP = 1_000;

/** The number of the last of so many shops behind `after`; undefined: there is none. */
export async function findLastOfShops(db: Db, after: number, shops: number): Promise<number | undefined> {
  const next = db.selectFrom("shops").select("id").where("id", ">", after).orderBy("id").limit(shops);
  const { last } = await db
    .selectFrom(next.as("next"))
    .select(({ fn }) => fn.max<number | null>("id").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

/**
 * Forgets extracts that have ended, whose snapshot is gone and that nothing refers to: not the shop, not a run that is still told of, not a
 * scope. The bounds are materialized, or PostgreSQL may look for one anew with every row. Answers how many.
 */
export async function deleteOldExtracts(db: Db, { after, through, historyDays }: ShopRange, rowsMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with kept as materialized (
      select shops.id as shop_id, shops.live_extract_id, kind.is_delta, last.id as last_id from shops
      cross join (values (true), (false)) as kind (is_delta)
      cross join lateral (
        select id from extracts where extracts.shop_id = shops.id and (type = 'delta') = kind.is_delta
        order by id desc offset ${KEPT_OF_SHOP - 1} limit 1
      ) last
      where shops.id > ${after} and shops.id <= ${through}
    )
    delete from extracts where id = any(array(
      select extracts.id from kept
      join extracts on extracts.shop_id = kept.shop_id and (extracts.type = 'delta') = kept.is_delta and extracts.id < kept.last_id
      where extracts.id is distinct from kept.live_extract_id
        and extracts.status not in ('pending', 'running') and extracts.snapshot_prefix is null
        and extracts.created_at < now() - make_interval(days => ${historyDays})
        and not exists (select from runs where runs.extract_id = extracts.id)
        and not exists (select from runs where runs.for_extract_id = extracts.id)
        and not exists (select from feed_scopes where feed_scopes.extract_id = extracts.id)
      order by extracts.id limit ${rowsMax} for update of extracts skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Older snapshots nobody needs: not the live one, not the one before it, not the last full one, and no running run, live file or held run was made from them. */
export async function listExpiredSnapshots(
  { db, shopId }: ShopDb,
  { snapshots }: Pick<Retention, "snapshots">,
): Promise<readonly { readonly id: number; readonly snapshot_prefix: string }[]> {
  const found = await sql<{ readonly id: number; readonly snapshot_prefix: string }>`
    with stored as (
      select id, snapshot_prefix, row_number() over (order by id desc) as recent, type <> 'delta' and row_number() over (partition by type order by id desc) = 1 as last_full from extracts where shop_id = ${shopId} and snapshot_prefix is not null
    )
    select id, snapshot_prefix from stored
    where recent > ${snapshots} and not last_full and id is distinct from (select live_extract_id from shops where shops.id = ${shopId})
      and not exists (select 1 from runs where runs.extract_id = stored.id and (runs.status = 'running' or runs.publication = 'held'))
      and not exists (select 1 from feeds join runs on runs.id = feeds.live_run_id where feeds.shop_id = ${shopId} and runs.extract_id = stored.id)
    order by id limit 100`.execute(db);
  return found.rows;
}

export async function forgetSnapshot({ db, shopId }: ShopDb, id: number): Promise<void> {
  await db
    .updateTable("extracts")
    .set({ snapshot_prefix: null, csv_bytes: null })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .execute();
}
