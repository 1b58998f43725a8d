import { createHash } from "node:crypto";
import {
  type EditedMember,
  fetchPlacedProducts,
  fetchProducts,
  foundProducts,
  loadEdits,
  loadOwnTexts,
  loadProductFacts,
  loadProductOrder,
  loadProductPlaces,
  loadSharedTexts,
  loadTextBytes,
  needsEdits,
  type ProductEdit,
  type ProductFilter,
  type ProductKey,
  readProductLine,
  type SearchedTexts,
} from "../../engine/run/product-list.ts";
import { loadSearchTexts } from "../../engine/run/run-list.ts";
import { name, sql } from "../../engine/sql/fragment.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ResidentTable, ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { type OrdsOfPage, pageOfAll, pageOfFound, type PageBounds } from "./list-pages.ts";
import type { Catalog } from "./open-catalog.ts";
import { readLines } from "./row-lines.ts";
import { listEditedRows, listOverridesOfColumn } from "./product-queries.ts";

export interface PageOfProducts extends PageBounds {
  /** Null: the order of the feed. */
  readonly key: ProductKey | null;
  readonly filter: ProductFilter;
  /** Only rows whose `ord` this query has; left out: any. */
  readonly among?: { readonly query: Sql; readonly tables: readonly ResidentTable[] };
}

interface Reading {
  readonly shop: ShopDb;
  readonly warehouse: ShopWarehouse;
  readonly objects: ObjectStore;
  readonly feedId: FeedId;
}

/**
 * The rows of one page, in its order, and how many there are in all. Snapshot and run are files that never change, so what is loaded of
 * them stays; only edits are asked for with each request, those columns alone that filter or order compare.
 */
export async function readProducts(
  reading: Reading,
  catalog: Catalog,
  page: PageOfProducts,
): Promise<{ readonly rows: readonly WarehouseRow[]; readonly total: number }> {
  const { ords, total } = await findPage(reading, catalog, page);
  if (ords.length === 0) return { rows: [], total };
  const found = await fetchPage(reading, catalog, ords);
  const byOrd = new Map(found.map((row) => [Number(row["ord"]), row]));
  return { rows: ords.map((ord) => byOrd.get(ord)).filter((row) => row !== undefined), total };
}

/** One small read a row; where there are no lines, groups of thousands of rows are decoded for each. */
async function fetchPage({ warehouse, objects }: Reading, catalog: Catalog, ords: readonly number[]): Promise<readonly WarehouseRow[]> {
  const { source, index, linesKey } = catalog;
  const facts = factsTable(catalog);
  if ((await objects.head(linesKey)) === undefined)
    return warehouse.query(fetchProducts(source, name(facts.name), ords), { resident: [facts] });
  const places = resident(loadProductPlaces(index));
  const statement = fetchPlacedProducts({ facts: name(facts.name), places: name(places.name) }, ords);
  const rows = await warehouse.query(statement, { resident: [facts, places] });
  const lines = await readLines(objects, { key: linesKey, headerBytes: 0 }, rows);
  return rows.map((row, at) => ({ ...row, ...readProductLine(lines[at] ?? "", source.columns) }));
}

async function findPage({ shop, warehouse, feedId }: Reading, catalog: Catalog, page: PageOfProducts): Promise<OrdsOfPage> {
  const { key, filter, among } = page;
  const order = key === null ? null : resident(await orderLoad({ shop, feedId }, catalog, { key, descending: page.descending }));
  if (among === undefined && Object.values(filter).every((value) => value === null))
    return pageOfAll(warehouse, { total: catalog.total, order }, page);
  const facts = factsTable(catalog);
  const { texts, tables } = filter.search === null ? { texts: null, tables: [] } : await searchedTexts(warehouse, catalog);
  const edits = await editsTable({ shop, feedId }, filter);
  const { everyCondition } = catalog;
  const found = foundProducts({ facts: name(facts.name), texts, edits: edits === null ? null : name(edits.name), everyCondition }, filter);
  const query = among === undefined ? found : sql`SELECT ord FROM (${found}) WHERE ord IN (${among.query})`;
  const needed = [facts, ...tables, ...(edits === null ? [] : [edits]), ...(among?.tables ?? [])];
  return pageOfFound(warehouse, { query, tables: needed, order }, page);
}

const MIB = 1024 * 1024;
/** Beside the rows themselves, in what a child may keep. Larger texts would push out everything else, and be loaded with each search. */
const RESIDENT_TEXT_BYTES_MAX = 120 * MIB;
/** What a row takes besides its text: what the run says of it, where its line is, and a head in each table of texts. Measured at 600,000 rows. */
const RESIDENT_ROW_BYTES = 200;
/** All that a search reads, a little below what a child keeps: past it each table would push out the one before. */
const RESIDENT_BYTES_MAX = 180 * MIB;

interface Searched {
  readonly texts: SearchedTexts;
  readonly tables: readonly ResidentTable[];
}

/** Of a wider snapshot, making the texts would read more columns at once than a child has memory for. */
const TEXT_COLUMNS_MAX = 200;

/** Whether a child keeps the texts of so many rows from one search to the next. */
export function fitsInChild(textBytes: number, rows: number): boolean {
  return textBytes <= RESIDENT_TEXT_BYTES_MAX && textBytes + rows * RESIDENT_ROW_BYTES <= RESIDENT_BYTES_MAX;
}

/** Where texts are too large to be held, the snapshot's index is read. */
export async function searchedTexts(warehouse: ShopWarehouse, { source, index, total, products }: Catalog): Promise<Searched> {
  const ofIndex: Searched = { texts: { own: sql`(${loadSearchTexts(index)})`, shared: null }, tables: [] };
  if (source.columns.length > TEXT_COLUMNS_MAX) return ofIndex;
  const bytes = resident(loadTextBytes(source));
  const [sizes] = await warehouse.query(sql`SELECT * FROM ${name(bytes.name)}`, { resident: [bytes] });
  const textBytes = Number(sizes?.["own"]) + (Number(sizes?.["shared"]) * products) / Math.max(total, 1);
  if (!fitsInChild(textBytes, total)) return ofIndex;
  const own = resident(loadOwnTexts(source));
  const shared = resident(loadSharedTexts(source));
  return { texts: { own: name(own.name), shared: name(shared.name) }, tables: [own, shared] };
}

type Edited = Pick<Reading, "shop" | "feedId">;

async function orderLoad(
  edited: Edited,
  { source, run, everyCondition }: Catalog,
  { key, descending }: { readonly key: ProductKey; readonly descending: boolean },
): Promise<Sql> {
  const needed = needsEdits(key);
  const edits = needed === null ? [] : await readEdits(edited, needed);
  return loadProductOrder({ source, run, edits, everyCondition }, key, descending ? "desc" : "asc");
}

async function editsTable(edited: Edited, { search, condition, edited: wanted }: ProductFilter): Promise<ResidentTable | null> {
  const needed = [
    ...(search === null ? [] : (["title"] as const)),
    ...(condition === null ? [] : (["condition"] as const)),
    ...(wanted === null ? [] : (["edited"] as const)),
  ];
  if (needed.length === 0) return null;
  const edits = new Map<number, ProductEdit>();
  for (const what of needed)
    for (const edit of await readEdits(edited, what)) edits.set(edit.row_id, { ...edits.get(edit.row_id), ...edit });
  return resident(loadEdits([...edits.values()]));
}

async function readEdits({ shop, feedId }: Edited, what: EditedMember): Promise<readonly ProductEdit[]> {
  if (what === "edited") return (await listEditedRows(shop, feedId)).map((rowId) => ({ row_id: rowId, edited: true as const }));
  return (await listOverridesOfColumn(shop, what)).map(({ rowId, value }) => ({ row_id: rowId, [what]: value }));
}

/** What a feed's run says of each row of the catalog. */
export function factsTable({ index, run }: Catalog): ResidentTable {
  return { ...resident(loadProductFacts(index, run)), key: "ord" };
}

/** A table is what it is loaded from: other files, another key or other edits are another table. */
export function resident(load: Sql): ResidentTable {
  return { name: `products_${createHash("sha256").update(load.text).digest("hex").slice(0, 32)}`, load };
}
