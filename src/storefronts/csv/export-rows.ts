import type { FoundMetafield } from "../../engine/source/metafield-names.ts";
import type { RawImage, RawMarketPrice, RawProduct, RawVariant } from "../../engine/source/raw-tables.ts";
import { handleOf, positionOf, trimmed } from "./cell-values.ts";
import { tooManyImages } from "./csv-faults.ts";
import { ROWS_MAX } from "./csv-limits.ts";
import { cellText, type RecordScan } from "../../kernel/csv-records.ts";
import { isZeroIn } from "../../kernel/money.ts";
import { seenText } from "../../kernel/seen-text.ts";
import { collapsed, type ExportColumn } from "./export-columns.ts";
import type { ExportHeader } from "./export-header.ts";
import { createHandleSet, type HandleSet } from "./handle-set.ts";
import { currencyOfMarket } from "./market-currencies.ts";
import { metafieldsInOrder, metafieldValues, variantMetafieldValues } from "./metafield-values.ts";
import { isPlaceholder, productRecord } from "./product-record.ts";
import { rowCells, type RowCells } from "./row-cells.ts";
import { marketPrices, type PricedColumns, variantRecord } from "./variant-record.ts";
import type { PricedMarket, StorefrontShop } from "../storefront-port.ts";
import type { WarningTally } from "./warning-tally.ts";

/**
 * What a row of an export says. The first row of a handle is a product, its first variant and its first image; a later one
 * with an image but neither price, SKU, barcode nor option values is an image; any other is a variant, its image cells an
 * image besides. Rows of a handle need not stand together; only the product of the row before is remembered, so what later
 * rows inherit (a market's `Included`) or say differently (a Google column) is known for rows that do stand together.
 */
export interface ExportRows {
  /** The records of the row that the scan read last. */
  read(): RowRecords;
  /** Distinct products so far. */
  products(): number;
  variants(): number;
  /** The lines of products that no row gave a title, as far as they are counted. */
  untitledLines(): readonly number[];
  /** Names of markets that some row has a price for. */
  pricedMarkets(): ReadonlySet<string>;
  /** The metafields of the header, in its order, and those that rows turned out to have. */
  metafields(): readonly (FoundMetafield & { readonly column: string })[];
}

export interface RowRecords {
  readonly product: RawProduct | null;
  readonly variant: RawVariant | null;
  readonly images: readonly RawImage[];
}

interface CurrentProduct {
  readonly key: string;
  readonly handle: string;
  readonly titled: boolean;
  /** Option values of the row that named it. */
  readonly options: string;
  readonly markets: Readonly<Record<string, RawMarketPrice>>;
  readonly metafields: Readonly<Record<string, string>>;
}

/** A row with one of these is something to buy, whatever else it has. */
const OPTIONS: readonly ExportColumn[] = ["option1_value", "option2_value", "option3_value"];
const OFFER: readonly ExportColumn[] = ["price", "sku", "barcode", ...OPTIONS];
/** A row without image and offer is still a variant by one of these. */
const DETAIL: readonly ExportColumn[] = [
  "compare_at_price", "cost", "inventory_quantity", "inventory_policy", "grams", "requires_shipping", "variant_image",
]; // prettier-ignore

const NOTHING: RowRecords = { product: null, variant: null, images: [] };
const NO_PRODUCT: CurrentProduct = { key: "", handle: "", titled: false, options: "", markets: {}, metafields: {} };

/** Of two records of a product the lower number counts, so one without a title goes behind all that have one. */
const UNTITLED_SEQ = ROWS_MAX + 1;

/** More products without a title are not counted. */
const UNTITLED_MAX = 100_000;

interface Rows {
  readonly domain: string;
  /** Of the shop's prices. */
  readonly currency: string;
  readonly header: ExportHeader;
  readonly scan: RecordScan;
  readonly tally: WarningTally;
  readonly cells: RowCells;
  readonly handles: HandleSet;
  /** The first spelling of each handle that has capitals, by the handle in lower case. */
  readonly spellings: HandleSet;
  /** Every row so far, as its bytes. */
  readonly lines: HandleSet;
  /** The option values of every variant so far, with its product's key. */
  readonly chosen: HandleSet;
  /** Products or variants that have a value, by metafield column. */
  readonly owners: Map<string, number>;
  readonly markets: readonly PricedColumns[];
  readonly pricedMarkets: Set<string>;
  /** The line of each product that has no title yet, by key. */
  readonly untitled: Map<string, number>;
  current: CurrentProduct;
  variants: number;
  images: number;
}

/** The shop whose export it is, and the markets that the export has columns for. */
type ExportedShop = Pick<StorefrontShop, "domain" | "currency"> & { readonly markets: readonly PricedMarket[] };

export function createExportRows(
  { domain, currency, markets }: ExportedShop,
  header: ExportHeader,
  scan: RecordScan,
  tally: WarningTally,
): ExportRows {
  const currencies = new Map(markets.map((market) => [market.name, currencyOfMarket(market)]));
  const rows: Rows = {
    domain,
    currency,
    header,
    scan,
    tally,
    cells: rowCells(header, scan, tally, currency),
    handles: createHandleSet(),
    spellings: createHandleSet(),
    lines: createHandleSet(),
    chosen: createHandleSet(),
    owners: new Map(),
    markets: header.markets.map((columns) => ({ ...columns, currency: currencies.get(columns.name) })),
    pricedMarkets: new Set(),
    untitled: new Map(),
    current: NO_PRODUCT,
    variants: 0,
    images: 0,
  };
  return {
    read: () => readRow(rows),
    products: () => rows.handles.size,
    variants: () => rows.variants,
    untitledLines: () => [...rows.untitled.values()],
    pricedMarkets: () => rows.pricedMarkets,
    metafields: () => metafieldsInOrder(header.metafields, rows.owners),
  };
}

function readRow(rows: Rows): RowRecords {
  const { cells, header, scan, tally } = rows;
  if (hasCellsBeyond(scan, header)) tally.add("cells_beyond_header", scan.line);
  const title = seenText(cells.text("title"));
  // The template of 2025 lets a product of one row do without a handle.
  const handle = trimmed(cells.text("handle")) ?? (title === null ? null : handleOf(title));
  const skipped = handle === null ? "row_without_handle" : isRepeated(rows) ? "row_repeated" : null;
  if (handle !== null && skipped === null) return recordsOf(rows, handle, title);
  if (skipped !== null) tally.add(skipped, scan.line);
  return NOTHING;
}

/** Whether the row says what an earlier one says, or is the header again, as where files were joined. */
function isRepeated({ lines, scan, header: { names } }: Rows): boolean {
  if (!lines.add(scan.bytes.subarray(scan.recordAt, scan.recordEnd))) return true;
  return names.length === scan.cells && names.every((name, at) => cellText(scan, at).trim() === name);
}

function recordsOf(rows: Rows, handle: string, title: string | null): RowRecords {
  const titled = title !== null;
  const { key, isNew } = identify(rows, handle, title);
  const product = enterProduct(rows, { key, handle, isNew, titled });
  const images = rows.cells.images("image").map((url, at) => imageOf(rows, { key, url, at }));
  const kind = isNew && titled ? "variant" : rowKind(rows.cells);
  if (kind === "empty") rows.tally.add("row_without_content", rows.scan.line);
  const variant = kind === "variant" ? variantOf(rows, key) : null;
  if (product !== null) rows.current = { ...rows.current, markets: variant?.markets ?? {} };
  return { product, variant, images };
}

/**
 * Which product the row is of. The handle is the product's whose title it had first; under another title it is another product's, which
 * somebody gave the same handle by mistake: that one has a key of its own, and so have the untitled rows below it. So does a product whose
 * handle differs from an earlier one's only in case, because both have the same address.
 */
function identify(rows: Rows, handle: string, title: string | null): { readonly key: string; readonly isNew: boolean } {
  const { current, handles, tally, scan } = rows;
  if (title === null ? isSameHandle(handle, current.handle) : isVariantBelow(rows, handle)) return { key: current.key, isNew: false };
  const spelling = title === null ? "" : collapsed(title).toLowerCase();
  if (!isOtherSpelling(rows, handle)) {
    if (title === null) return { key: handle, isNew: handles.add(handle) };
    const { isNew, isOwn } = handles.addTitled(handle, spelling);
    if (isOwn) return { key: handle, isNew };
  }
  const key = `${handle}\u001C${spelling}`;
  const isNewKey = handles.add(key);
  if (isNewKey) tally.add("handle_repeated", scan.line);
  return { key, isNew: isNewKey };
}

function isSameHandle(handle: string, other: string): boolean {
  return handle === other || handle.toLowerCase() === other.toLowerCase();
}

/** Whether an earlier product has the same handle in another case. Handles without capitals, as Shopify's are, take no memory. */
function isOtherSpelling({ handles, spellings }: Rows, handle: string): boolean {
  const lower = handle.toLowerCase();
  if (handle === lower) return spellings.has(lower);
  return handles.has(lower) || !spellings.addTitled(lower, handle).isOwn;
}

/** As Shopify reads it: directly below its product a row of other option values is a variant, whatever its title. */
function isVariantBelow({ current, cells }: Rows, handle: string): boolean {
  const options = optionsOf(cells);
  return isSameHandle(handle, current.handle) && current.titled && options !== "" && current.options !== "" && options !== current.options;
}

/** "" for a product without options. */
function optionsOf(cells: RowCells): string {
  const values = OPTIONS.map((column) => trimmed(cells.text(column)) ?? "");
  const hasNone = values.every((value) => value === "") || isPlaceholder(trimmed(cells.text("option1_name")), values[0] ?? "");
  return hasNone ? "" : values.join("\u001F");
}

interface EnteredProduct {
  readonly key: string;
  readonly handle: string;
  readonly isNew: boolean;
  readonly titled: boolean;
}

/** Makes the row's product the current one; answers its record, when this row is the one to say it. */
function enterProduct(rows: Rows, { key, handle, isNew, titled }: EnteredProduct): RawProduct | null {
  const { current, cells, header, domain } = rows;
  const stays = key === current.key;
  if (!isNew && (!titled || (stays && current.titled))) {
    if (!stays) rows.current = { ...NO_PRODUCT, key, handle };
    return null;
  }
  const metafields = metafieldValues(cells, header.metafields.product);
  countOwner(rows, metafields);
  noteTitle(rows, key, { isNew, titled });
  rows.current = { key, handle, titled, options: optionsOf(cells), metafields, markets: {} };
  const seq = rows.scan.records + (titled ? 0 : UNTITLED_SEQ);
  return productRecord(cells, { key, handle, seq, domain }, metafields);
}

/** A product whose first row has no title may get one from a later row. */
function noteTitle({ untitled, scan }: Rows, key: string, { isNew, titled }: Pick<EnteredProduct, "isNew" | "titled">): void {
  if (titled) untitled.delete(key);
  else if (isNew && untitled.size < UNTITLED_MAX) untitled.set(key, scan.line);
}

function variantOf(rows: Rows, key: string): RawVariant {
  const { cells, header, current } = rows;
  rows.variants += 1;
  if (!rows.chosen.add(`${key}\u001D${optionsOf(cells)}`)) rows.tally.add("variant_repeated", rows.scan.line);
  const metafields = variantMetafieldValues(cells, header.metafields, current.metafields);
  countOwner(rows, metafields);
  const markets = marketPrices(cells, rows.markets, current.markets);
  for (const [name, { price }] of Object.entries(markets)) if (price !== null) rows.pricedMarkets.add(name);
  const variant = variantRecord(cells, { key, seq: rows.variants, metafields, markets });
  countPrice(rows, variant);
  return variant;
}

/** What channels refuse; a price that cannot be read has been counted. */
function countPrice({ cells, tally, scan, currency }: Rows, { price }: RawVariant): void {
  if (price !== null && isZeroIn(price, currency)) tally.add("price_zero", scan.line);
  if (cells.has("price") && cells.text("price").trim() === "") tally.add("price_missing", scan.line);
}

function countOwner({ owners }: Rows, metafields: Readonly<Record<string, string>>): void {
  for (const column of Object.keys(metafields)) owners.set(column, (owners.get(column) ?? 0) + 1);
}

/** The position and the text are those of the first image of a cell. */
function imageOf(rows: Rows, { key, url, at }: { readonly key: string; readonly url: string; readonly at: number }): RawImage {
  const { cells, scan } = rows;
  if (rows.images === ROWS_MAX) throw tooManyImages(scan, scan.line);
  rows.images += 1;
  return {
    product_key: key,
    id: null,
    seq: rows.images,
    position: at === 0 ? positionOf(cells.text("image_position")) : null,
    url,
    alt: at === 0 ? seenText(cells.text("image_alt")) : null,
  };
}

function rowKind(cells: RowCells): "variant" | "image" | "empty" {
  const says = (column: ExportColumn) => cells.text(column).trim() !== "";
  if (OFFER.some(says)) return "variant";
  if (says("image")) return "image";
  return DETAIL.some(says) ? "variant" : "empty";
}

function hasCellsBeyond(scan: RecordScan, header: ExportHeader): boolean {
  for (let cell = header.names.length; cell < scan.cells; cell += 1) if (cellText(scan, cell).trim() !== "") return true;
  return false;
}
