import { fetchProductsOf } from "../../engine/run/product-list.ts";
import { sourceRowsAmong } from "../../engine/source/find-row.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { emitAll, type EventSource } from "../events/index.ts";
import type { ShopCall } from "../operation.ts";
import { type Catalog, findCatalog } from "./open-catalog.ts";
import { productAnswer } from "./product-answer.ts";
import { productUpdated } from "./product-events.ts";
import { listCellsOfRows, listOverrides } from "./product-queries.ts";
import { findPrimaryFeedId, type FoundProduct } from "./read-product.ts";

/** Rows of the live snapshot by their ids, as a feed's live run has them. What was edited is no part of them. */
export interface FoundRows {
  readonly feedId: FeedId;
  readonly rows: ReadonlyMap<number, WarehouseRow>;
  readonly catalog: Pick<Catalog, "hasPlatformIds" | "extractedAt" | "everyCondition">;
}

/** One row that was found by itself. */
export function rowOf({ rowId, feedId, row, catalog }: FoundProduct): FoundRows {
  return { feedId, rows: new Map([[rowId, row]]), catalog };
}

/** Those of the rows that the live snapshot has, as the primary feed has them: two looks at files, however many rows. Nothing before the first extract. */
export async function findRows(call: ShopCall, rowIds: readonly number[]): Promise<FoundRows | undefined> {
  const primary = rowIds.length === 0 ? undefined : await findPrimaryFeedId(call.shop);
  if (primary === undefined) return undefined;
  const feedId = storedId("feed", primary);
  await using leases = new AsyncDisposableStack();
  const catalog = await findCatalog(call, feedId, leases);
  if (catalog === undefined) return undefined;
  const places = await call.warehouse.of(call.shop.shopId).query(sourceRowsAmong(catalog.index, rowIds));
  const among = places.map((place) => ({ ord: Number(place["ord"]), rowId: Number(place["row_id"]) }));
  const found =
    among.length === 0 ? [] : await call.warehouse.of(call.shop.shopId).query(fetchProductsOf(catalog.source, catalog.run, among));
  return { feedId, rows: new Map(found.map((row) => [Number(row["row_id"]), row])), catalog };
}

/** Says of each product whose overrides were set or restored what it is now, once. The rows were read before anything was locked. */
export async function tellUpdated(source: EventSource, { feedId, rows, catalog }: FoundRows, rowIds: readonly number[]): Promise<void> {
  const told = [...new Set(rowIds)].toSorted((a, b) => a - b);
  const overrides = Map.groupBy(await listOverrides(source.shop, told), ({ rowId }) => rowId);
  const withCells = new Set((await listCellsOfRows(source.shop, [feedId], told)).map(({ rowId }) => rowId));
  const products = told.flatMap((rowId) => {
    const row = rows.get(rowId);
    const own = new Map((overrides.get(rowId) ?? []).map(({ column, value }) => [column, value]));
    return row === undefined ? [] : [productAnswer(row, { overrides: own, hasCells: withCells.has(rowId) }, catalog)];
  });
  await emitAll(source, productUpdated, products);
}
