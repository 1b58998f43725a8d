import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { OBJECT_KINDS, type ObjectPlace, type StorageKind } from "./storage-kinds.ts";

/**
 * What shops keep is counted by triggers (`count_storage` of the migrations) and, of objects, where they are put and removed. Every change
 * is a row of `storage_changes`, so no request waits for another one's; what a shop uses is its totals and the changes behind them.
 */

/** Bytes by kind, for a query of `shops`. */
export const storageByKind = sql<Partial<Record<StorageKind, number>>>`(
  select coalesce(jsonb_object_agg(kind, bytes), '{}') from (
    select kind, sum(bytes) as bytes from (
      select kind, bytes from storage_usage where shop_id = shops.id
      union all select kind, bytes from storage_changes where shop_id = shops.id
    ) counted group by kind
  ) by_kind
)`;

const quotaOf = (defaultBytes: number) => sql<number>`coalesce(shops.storage_quota_bytes, ${defaultBytes}::bigint)`;

export interface StorageRoom {
  readonly usedBytes: number;
  /** 0: none. */
  readonly quotaBytes: number;
  readonly byKind: Partial<Record<StorageKind, number>>;
}

/** Undefined: there is no such shop, or not yet. */
export async function findRoom(db: Db, shopId: number, defaultBytes: number): Promise<StorageRoom | undefined> {
  return db
    .selectFrom("shops")
    .select([sql<number>`storage_used(shops.id)`.as("usedBytes"), quotaOf(defaultBytes).as("quotaBytes"), storageByKind.as("byKind")])
    .where("id", "=", shopId)
    .executeTakeFirst();
}

/** Of each small answer that is kept to be given again, so much never counts as growth: it goes by itself within a day. */
const SMALL_ANSWER_BYTES = 4_096;

/** How many bytes of these kinds the transaction has added so far; what it removed is taken off. */
export async function addedBytes({ db, shopId }: ShopDb, kinds: readonly StorageKind[]): Promise<number> {
  const { added } = await db
    .selectFrom("storage_changes")
    .select(
      sql<number>`coalesce(sum(case when kind = 'stored_answers' then greatest(0, bytes - ${SMALL_ANSWER_BYTES}) else bytes end), 0)::bigint`.as(
        "added",
      ),
    )
    .where("shop_id", "=", shopId)
    .where("kind", "in", kinds)
    .where("made_in", "=", sql<string>`pg_current_xact_id_if_assigned()`)
    .executeTakeFirstOrThrow();
  return added;
}

/** Counts bytes of an object that is about to be stored, if there is room for them; false where there is none, or no such shop. */
export async function reserveBytes(db: Db, { shopId, kind }: ObjectPlace, bytes: number, defaultBytes: number): Promise<boolean> {
  const { rows } = await sql`
    insert into storage_changes (shop_id, kind, bytes)
    select shops.id, ${kind}, ${bytes}::bigint from shops
    where id = ${shopId} and (${quotaOf(defaultBytes)} = 0 or storage_used(id) + ${bytes}::bigint <= ${quotaOf(defaultBytes)})
    returning id`.execute(db);
  return rows.length > 0;
}

/** Of objects that are gone, or were not stored after all. */
export async function releaseBytes(db: Db, { shopId, kind }: ObjectPlace, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await sql`
    insert into storage_changes (shop_id, kind, bytes)
    select id, ${kind}, ${-bytes}::bigint from shops where id = ${shopId}`.execute(db);
}

/** Adds changes to the totals, the oldest first; beside others each is added by one of them. Answers how many. */
export async function foldChanges(db: Db, rowsMax: number): Promise<number> {
  const { rows } = await sql<{ readonly folded: number }>`
    with moved as (
      delete from storage_changes where id in (
        select id from storage_changes order by id limit ${rowsMax} for update skip locked
      ) returning shop_id, kind, bytes
    ), added as (
      insert into storage_usage as u (shop_id, kind, bytes, changes)
      select shop_id, kind, sum(bytes), count(*) from moved group by shop_id, kind order by shop_id, kind
      on conflict (shop_id, kind) do update set bytes = u.bytes + excluded.bytes, changes = u.changes + excluded.changes
    )
    select count(*) as folded from moved`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Shops that were not counted for a day, those never counted first; beside others each is taken by one of them. */
export async function claimRecounts(db: Db, shopsMax: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    update shops set storage_counted_at = now() where id in (
      select id from shops where storage_counted_at is null or storage_counted_at < now() - interval '1 day'
      order by storage_counted_at nulls first limit ${shopsMax} for no key update skip locked
    ) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Keeps the totals from moving until the transaction ends; changes are added meanwhile. */
async function lockTotals(db: Db, shopId: number, kinds: readonly StorageKind[]): Promise<void> {
  await sql`
    insert into storage_usage (shop_id, kind) select shops.id, kind from shops, unnest(${kinds}::text[]) kind where shops.id = ${shopId}
    on conflict do nothing`.execute(db);
  await sql`select from storage_usage where shop_id = ${shopId} and kind = any(${kinds}) order by kind for update`.execute(db);
}

/** Counts the rows of a shop again: what is there, without the changes that are still to be added. In a transaction. */
export async function recountRows(db: Db, shopId: number): Promise<void> {
  await lockTotals(db, shopId, ["versions", "lookup_tables", "stored_answers"]);
  await sql`
    with its_feeds as materialized (select id from feeds where shop_id = ${shopId}), counted as (
      select 'versions' as kind, (select coalesce(sum(bytes), 0) from feed_versions where feed_id in (select id from its_feeds))
        + (select coalesce(sum(bytes), 0) from rule_states where feed_id in (select id from its_feeds))
        + (select coalesce(sum(bytes), 0) from cell_changes where feed_id in (select id from its_feeds)) as bytes
      union all select 'lookup_tables', coalesce(sum(bytes), 0) from lookup_tables where shop_id = ${shopId}
      union all select 'stored_answers', coalesce(sum(bytes), 0) from idempotent_answers where shop_id = ${shopId}
    )
    update storage_usage u set bytes = counted.bytes
      - (select coalesce(sum(c.bytes), 0) from storage_changes c where c.shop_id = ${shopId} and c.kind = counted.kind)
    from counted where u.shop_id = ${shopId} and u.kind = counted.kind`.execute(db);
}

/** A number that grows with every change of the shop's objects. */
export async function countObjectChanges(db: Db, shopId: number): Promise<number> {
  const { rows } = await sql<{ readonly changes: number }>`
    select (coalesce((select sum(changes) from storage_usage where shop_id = ${shopId} and kind = any(${OBJECT_KINDS})), 0)
      + (select count(*) from storage_changes where shop_id = ${shopId} and kind = any(${OBJECT_KINDS})))::bigint as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** What was found of the shop's objects, unless they have changed since `changes` was read. In a transaction. */
export async function storeObjectBytes(
  db: Db,
  shopId: number,
  { changes, found }: { readonly changes: number; readonly found: ReadonlyMap<StorageKind, number> },
): Promise<void> {
  await lockTotals(db, shopId, OBJECT_KINDS);
  if ((await countObjectChanges(db, shopId)) !== changes) return;
  for (const kind of OBJECT_KINDS)
    await sql`
      update storage_usage u set bytes = ${found.get(kind) ?? 0}::bigint
        - (select coalesce(sum(c.bytes), 0) from storage_changes c where c.shop_id = ${shopId} and c.kind = ${kind})
      where u.shop_id = ${shopId} and u.kind = ${kind}`.execute(db);
}

export async function findTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ readonly now: Date }>`select now() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the database doesn't tell the time");
  return row.now;
}

/** Keys of the exports that a shop has, with their translations, and of those its extracts brought. */
export async function listExports(db: Db, shopId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly object: string }>`
    with configs as (
      select storefront_config as config from shops where id = ${shopId}
      union all select storefront_config from extracts where shop_id = ${shopId} and storefront_config is not null
    )
    select config->>'object' as object from configs where config->>'object' is not null
    union select config->'translations'->>'object' from configs where config->'translations'->>'object' is not null`.execute(db);
  return rows.map(({ object }) => object);
}
