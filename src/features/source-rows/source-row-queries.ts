import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Rows with a cell of the feed. */
export async function listRowsWithCells({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("cells")
    .select("row_id")
    .distinct()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .orderBy("row_id")
    .execute();
  return rows.map(({ row_id: rowId }) => rowId);
}
