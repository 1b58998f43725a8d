import { sql } from "kysely";
import type { ComparedCell } from "../../engine/run/source-list.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Characters of cells that one request compares, and of a cell where there are as many as a feed may have. */
const COMPARED_CHARACTERS = 20_000_000;
const COMPARED_OF_CELL_MIN = 200;

/** The feed's cells of some columns, or all; the more there are, the less of each. */
export async function listComparedCells(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  columns: readonly string[] | null,
): Promise<readonly ComparedCell[]> {
  const length = sql`greatest(${COMPARED_OF_CELL_MIN}::bigint, ${COMPARED_CHARACTERS}::bigint / count(*) over ())::integer`;
  return db
    .selectFrom("cells")
    .select(["row_id as rowId", "source_column as column", sql<string>`left(value, ${length})`.as("value")])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .$if(columns !== null, (query) => query.where("source_column", "=", sql<string>`any(${columns}::text[])`))
    .orderBy("row_id")
    .orderBy("source_column")
    .execute();
}
