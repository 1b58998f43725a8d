import { sql } from "kysely";
import type { FeedId, RowId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

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

export interface RowOfFeed {
  readonly feedId: FeedId;
  readonly rowId: RowId;
}

/** The caller holds the feed's lock; a feed of another shop is refused by its key. Answers whether anything was written. */
export async function upsertCells(
  { db, shopId }: ShopDb,
  { feedId, rowId }: RowOfFeed,
  cells: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (cells.size === 0) return false;
  const written = await sql<{ readonly row_id: number }>`
    insert into cells (feed_id, shop_id, row_id, source_column, value)
    select feeds.id, feeds.shop_id, ${rowId}::bigint, cell.source_column, cell.value
    from feeds, unnest(${[...cells.keys()]}::text[], ${[...cells.values()]}::text[]) as cell (source_column, value)
    where feeds.id = ${feedId} and feeds.shop_id = ${shopId}
    on conflict (feed_id, row_id, source_column) do update set value = excluded.value, updated_at = now()
    returning row_id`.execute(db);
  return written.rows.length > 0;
}

export async function deleteCells({ db, shopId }: ShopDb, { feedId, rowId }: RowOfFeed, columns: readonly string[]): Promise<boolean> {
  if (columns.length === 0) return false;
  const deleted = await db
    .deleteFrom("cells")
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("row_id", "=", rowId)
    .where("source_column", "in", [...columns])
    .returning("source_column")
    .execute();
  return deleted.length > 0;
}
