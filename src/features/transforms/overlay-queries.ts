import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

export interface OverlayRow {
  readonly row_id: number;
  readonly column: string;
  readonly value: string;
}

/** A list that is never empty is a list that SQL takes. */
const NO_ROW = -1;

interface Position {
  readonly row: number;
  readonly column: string;
}

/** Rows read at a time: overlays may be hundreds of thousands of values. */
const BATCH_ROWS = 10_000;

/** Which rows' values are wanted; null for all. */
type WantedRows = readonly number[] | null;

/** The feed's cells, in the order of row and column, so that the overlay's columns come in one order. */
export function streamCells({ db, shopId }: ShopDb, feedId: number, rows: WantedRows): AsyncGenerator<OverlayRow> {
  return inBatches((after) =>
    db
      .selectFrom("cells")
      .select(["row_id", "source_column as column", "value"])
      .where("shop_id", "=", shopId)
      .where("feed_id", "=", feedId)
      .$if(rows !== null, (query) => query.where("row_id", "in", [NO_ROW, ...(rows ?? [])]))
      .where((where) => where(where.refTuple("row_id", "source_column"), ">", where.tuple(after.row, after.column)))
      .orderBy("row_id")
      .orderBy("source_column")
      .limit(BATCH_ROWS)
      .execute(),
  );
}

/** The shop's product overrides, in the order of row and column. */
export function streamOverrides({ db, shopId }: ShopDb, rows: WantedRows): AsyncGenerator<OverlayRow> {
  return inBatches((after) =>
    db
      .selectFrom("product_overrides")
      .select(["row_id", "feed_column as column", "value"])
      .where("shop_id", "=", shopId)
      .$if(rows !== null, (query) => query.where("row_id", "in", [NO_ROW, ...(rows ?? [])]))
      .where((where) => where(where.refTuple("row_id", "feed_column"), ">", where.tuple(after.row, after.column)))
      .orderBy("row_id")
      .orderBy("feed_column")
      .limit(BATCH_ROWS)
      .execute(),
  );
}

async function* inBatches(next: (after: Position) => Promise<readonly OverlayRow[]>): AsyncGenerator<OverlayRow> {
  let after: Position = { row: 0, column: "" };
  for (;;) {
    const rows = await next(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) return;
    after = { row: last.row_id, column: last.column };
  }
}

/** The products a feed in manual mode takes, in the order in which they were written. */
export async function findSelection({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly number[]> {
  const row = await db
    .selectFrom("feed_selections")
    .select("product_ids")
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .executeTakeFirst();
  return row?.product_ids ?? [];
}
