import { sql } from "kysely";
import type { FeedId, RowId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { CellDifference } from "./cell-differences.ts";

/** The feed's own values of a row, by source column. */
export async function findRowCells({ db, shopId }: ShopDb, feedId: FeedId, rowId: RowId): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("cells")
    .select(["source_column", "value"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("row_id", "=", rowId)
    .orderBy("source_column")
    .execute();
  return new Map(rows.map(({ source_column: column, value }) => [column, value]));
}

/** Index-only, and asked for only where a feed gets more cells. */
export async function countCells({ db, shopId }: ShopDb, feedId: FeedId): Promise<number> {
  const { total } = await db
    .selectFrom("cells")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .executeTakeFirstOrThrow();
  return total;
}

/** What a cell shall be; null clears it. */
export interface CellChange {
  readonly rowId: number;
  readonly column: string;
  readonly value: string | null;
}

/** The change that makes a version of a feed. */
export interface VersionChange {
  readonly feedId: FeedId;
  /** The version the change makes: the one behind that of the feed, whose lock the caller holds. */
  readonly version: number;
}

/**
 * Writes and clears cells, each named once, and keeps what they were under the version, from which an older state is found by
 * undoing. Only what differs from the cells as they are is touched. Answers how many did.
 */
export async function changeCells(
  { db, shopId }: ShopDb,
  { feedId, version }: VersionChange,
  changes: readonly CellChange[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const statement = sql<{ readonly changed: number }>`
    with differing as materialized (
      select feeds.id as feed_id, feeds.shop_id, wanted.row_id, wanted.source_column, cells.value as before, wanted.value as after
      from unnest(
        ${changes.map(({ rowId }) => rowId)}::bigint[], ${changes.map(({ column }) => column)}::text[],
        ${changes.map(({ value }) => value)}::text[]
      ) as wanted (row_id, source_column, value)
      join feeds on feeds.id = ${feedId} and feeds.shop_id = ${shopId}
      left join cells on cells.feed_id = ${feedId} and cells.row_id = wanted.row_id and cells.source_column = wanted.source_column
      where cells.value is distinct from wanted.value
    ), written as (
      insert into cells (feed_id, shop_id, row_id, source_column, value)
      select feed_id, shop_id, row_id, source_column, after from differing where after is not null
      on conflict (feed_id, row_id, source_column) do update set value = excluded.value, updated_at = now()
    ), cleared as (
      delete from cells using differing
      where cells.feed_id = ${feedId} and cells.row_id = differing.row_id and cells.source_column = differing.source_column
        and differing.after is null
    ), kept as (
      insert into cell_changes (feed_id, version, shop_id, row_id, source_column, before, after)
      select feed_id, ${version}, shop_id, row_id, source_column, before, after from differing returning row_id
    )
    select count(*) as changed from kept`;
  const { rows } = await (changes.length > LOOKED_UP_MAX ? joinedByHash(db, () => statement.execute(db)) : statement.execute(db));
  return rows[0]?.changed ?? 0;
}

/** So many cells are looked up one by one, by the key. */
const LOOKED_UP_MAX = 1_000;

/**
 * Runs a statement that joins as many cells as a feed may have, in a transaction. What PostgreSQL knows of them may be a minute old, from
 * when there were none: it would then compare each of 100,000 with each, which takes longer than a statement may.
 */
async function joinedByHash<T>(db: ShopDb["db"], run: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db);
  const answer = await run();
  await sql`set local enable_nestloop = on`.execute(db);
  return answer;
}

/** A feed's own value of one row's source column. */
export interface Cell {
  readonly rowId: number;
  readonly column: string;
  readonly value: string;
}

/** Every cell of the feed, in the order of row and column, which no database's language changes. */
export async function listCells({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly Cell[]> {
  return db
    .selectFrom("cells")
    .select(["row_id as rowId", "source_column as column", "value"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .orderBy("row_id")
    .orderBy(sql`source_column collate "C"`)
    .execute();
}

/** The cells of some rows of the feed, in the same order. */
export async function listCellsOfFeedRows({ db, shopId }: ShopDb, feedId: FeedId, rowIds: readonly number[]): Promise<readonly Cell[]> {
  return db
    .selectFrom("cells")
    .select(["row_id as rowId", "source_column as column", "value"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("row_id", "=", sql<number>`any(${rowIds}::bigint[])`)
    .orderBy("row_id")
    .orderBy(sql`source_column collate "C"`)
    .execute();
}

/** What makes the feed's cells those they were at a version: each one changed since goes back to what it was before the first change. */
export async function listCellsSince({ db, shopId }: ShopDb, { feedId, version }: VersionChange): Promise<readonly CellDifference[]> {
  const statement = sql<CellDifference>`
    with earliest as (
      select distinct on (row_id, source_column) row_id, source_column, before from cell_changes
      where shop_id = ${shopId} and feed_id = ${feedId} and version > ${version}
      order by row_id, source_column, version
    )
    select earliest.row_id as "rowId", earliest.source_column as "column", cells.value as before, earliest.before as value
    from earliest
    left join cells on cells.feed_id = ${feedId} and cells.row_id = earliest.row_id and cells.source_column = earliest.source_column
    where cells.value is distinct from earliest.before
    order by earliest.row_id, earliest.source_column collate "C"`;
  return (await joinedByHash(db, () => statement.execute(db))).rows;
}
