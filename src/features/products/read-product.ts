import { fetchProduct, fetchRunFacts } from "../../engine/run/product-list.ts";
import { readInParts } from "../../engine/sql/parquet.ts";
import { sourceRowExists } from "../../engine/source/find-row.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { type FeedId, type RowId, storedId } from "../../kernel/ids.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listActiveFeeds } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { type Catalog, findCatalog } from "./open-catalog.ts";
import { EXCLUDED } from "./override-shapes.ts";
import { productAnswer } from "./product-answer.ts";
import { listCellsOfRows, listOverrides } from "./product-queries.ts";
import type { ProductDetailShape } from "./product-shapes.ts";

/** A row of the live snapshot as a feed's live run has it. What was edited is no part of it. */
export interface FoundProduct {
  readonly rowId: RowId;
  readonly feedId: FeedId;
  readonly row: WarehouseRow;
  readonly sourceData: Readonly<Record<string, string>>;
  readonly catalog: Pick<Catalog, "hasPlatformIds" | "extractedAt" | "everyCondition">;
}

/** The feed that is meant where none is named. */
export async function findPrimaryFeedId(shop: ShopDb): Promise<number | undefined> {
  return (await listActiveFeeds(shop)).find(({ feed_type: type }) => type === "primary")?.id;
}

/** `undefined`: the live snapshot has no such row. */
export async function findProduct(
  call: ShopCall,
  { rowId, feedId }: { readonly rowId: RowId; readonly feedId: FeedId },
): Promise<FoundProduct | undefined> {
  await using leases = new AsyncDisposableStack();
  const catalog = await findCatalog(call, feedId, leases);
  if (catalog === undefined) return undefined;
  const [place] = await call.warehouse.of(call.shop.shopId).query(sourceRowExists(catalog.index, rowId));
  if (place === undefined) return undefined;
  const visible = visibleColumns(catalog.source.columns);
  const ord = Number(place["ord"]);
  const sourceData: Record<string, string> = {};
  let product: WarehouseRow | undefined;
  for (const part of readInParts(visible)) {
    const columns = part.map((column) => column.sql);
    [product] = await call.warehouse.of(call.shop.shopId).query(fetchProduct(catalog.source, columns, ord));
    for (const [at, { column }] of part.entries()) sourceData[column] = String(product?.[`v${at + 1}`] ?? "");
  }
  if (product === undefined) return undefined;
  const [facts] = catalog.run === null ? [] : await call.warehouse.of(call.shop.shopId).query(fetchRunFacts(catalog.run, rowId));
  return { rowId, feedId, row: { ...product, ...facts }, sourceData, catalog };
}

/** The row as the primary feed has it. */
export async function findProductOfPrimary(call: ShopCall, rowId: RowId): Promise<FoundProduct | undefined> {
  const feedId = await findPrimaryFeedId(call.shop);
  return feedId === undefined ? undefined : findProduct(call, { rowId, feedId: storedId("feed", feedId) });
}

/** The product with its overrides and the feed's cells as they are now. */
export async function productDetail(shop: ShopDb, { rowId, feedId, row, sourceData, catalog }: FoundProduct): Promise<ProductDetailShape> {
  const overrides = new Map((await listOverrides(shop, [rowId])).map(({ column, value }) => [column, value]));
  const cells = await listCellsOfRows(shop, [feedId], [rowId]);
  return {
    ...productAnswer(row, { overrides, hasCells: cells.length > 0 }, catalog),
    source_data: sourceData,
    overrides: Object.fromEntries([...overrides].map(([column, value]) => [column, column === EXCLUDED ? (true as const) : value])),
    cells: Object.fromEntries(cells.map(({ column, value }) => [column, value])),
  };
}
