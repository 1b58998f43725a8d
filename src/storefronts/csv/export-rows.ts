import type { FoundMetafield } from "../../engine/source/metafield-names.ts";
import type { RawImage, RawMarketPrice, RawProduct, RawVariant } from "../../engine/source/raw-tables.ts";
import { handleOf, positionOf, textOf, trimmed } from "./cell-values.ts";
import { ROWS_MAX } from "./csv-limits.ts";
import { cellText, type RecordScan } from "../../kernel/csv-records.ts";
import type { ExportColumn } from "./export-columns.ts";
import type { ExportHeader } from "./export-header.ts";
import { createHandleSet, type HandleSet } from "./handle-set.ts";
import { metafieldsInOrder, metafieldValues, variantMetafieldValues } from "./metafield-values.ts";
import { productRecord } from "./product-record.ts";
import { rowCells, type RowCells } from "./row-cells.ts";
import { marketPrices, variantRecord } from "./variant-record.ts";
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
  /** Distinct handles so far. */
  products(): number;
  variants(): number;
  /** The metafields of the header, in its order, and those that rows turned out to have. */
  metafields(): readonly (FoundMetafield & { readonly column: string })[];
}

export interface RowRecords {
  readonly product: RawProduct | null;
  readonly variant: RawVariant | null;
  readonly image: RawImage | null;
}

interface CurrentProduct {
  readonly handle: string;
  readonly titled: boolean;
  readonly markets: Readonly<Record<string, RawMarketPrice>>;
  readonly metafields: Readonly<Record<string, string>>;
}

/** A row with one of these is something to buy, whatever else it has. */
const OFFER: readonly ExportColumn[] = ["price", "sku", "barcode", "option1_value", "option2_value", "option3_value"];
/** A row without image and offer is still a variant by one of these. */
const DETAIL: readonly ExportColumn[] = [
  "compare_at_price", "cost", "inventory_quantity", "inventory_policy", "grams", "requires_shipping", "variant_image",
]; // prettier-ignore

const NOTHING: RowRecords = { product: null, variant: null, image: null };
const NO_PRODUCT: CurrentProduct = { handle: "", titled: false, markets: {}, metafields: {} };

/** Of two records of a product the lower number counts, so one without a title goes behind all that have one. */
const UNTITLED_SEQ = ROWS_MAX + 1;

interface Rows {
  readonly domain: string;
  readonly header: ExportHeader;
  readonly scan: RecordScan;
  readonly tally: WarningTally;
  readonly cells: RowCells;
  readonly handles: HandleSet;
  /** Products or variants that have a value, by metafield column. */
  readonly owners: Map<string, number>;
  current: CurrentProduct;
  variants: number;
  images: number;
}

export function createExportRows(domain: string, header: ExportHeader, scan: RecordScan, tally: WarningTally): ExportRows {
  const rows: Rows = {
    domain,
    header,
    scan,
    tally,
    cells: rowCells(header, scan, tally),
    handles: createHandleSet(),
    owners: new Map(),
    current: NO_PRODUCT,
    variants: 0,
    images: 0,
  };
  return {
    read: () => readRow(rows),
    products: () => rows.handles.size,
    variants: () => rows.variants,
    metafields: () => metafieldsInOrder(header.metafields, rows.owners),
  };
}

function readRow(rows: Rows): RowRecords {
  const { cells, header, scan, tally } = rows;
  if (hasCellsBeyond(scan, header)) tally.add("cells_beyond_header", scan.line);
  const title = textOf(cells.text("title"));
  // The template of 2025 lets a product of one row do without a handle.
  const handle = trimmed(cells.text("handle")) ?? (title === null ? null : handleOf(title));
  if (handle !== null) return recordsOf(rows, handle, title !== null);
  tally.add("row_without_handle", scan.line);
  return NOTHING;
}

function recordsOf(rows: Rows, handle: string, titled: boolean): RowRecords {
  const { isNew, product } = enterProduct(rows, handle, titled);
  const url = trimmed(rows.cells.text("image"));
  const kind = isNew && titled ? "variant" : rowKind(rows.cells, url !== null);
  if (kind === "empty") rows.tally.add("row_without_content", rows.scan.line);
  const variant = kind === "variant" ? variantOf(rows, handle) : null;
  if (product !== null) rows.current = { ...rows.current, markets: variant?.markets ?? {} };
  return { product, variant, image: url === null ? null : imageOf(rows, handle, url) };
}

/** Makes the row's product the current one; its record, when this row is the one to say it. */
function enterProduct(rows: Rows, handle: string, titled: boolean): { readonly isNew: boolean; readonly product: RawProduct | null } {
  const { current, cells, header, domain } = rows;
  const stays = handle === current.handle;
  const isNew = !stays && rows.handles.add(handle);
  if (!isNew && (!titled || (stays && current.titled))) {
    if (!stays) rows.current = { ...NO_PRODUCT, handle };
    return { isNew, product: null };
  }
  const metafields = metafieldValues(cells, header.metafields.product);
  countOwner(rows, metafields);
  rows.current = { handle, titled, metafields, markets: {} };
  const seq = rows.scan.records + (titled ? 0 : UNTITLED_SEQ);
  return { isNew, product: productRecord(cells, { handle, seq, domain }, metafields) };
}

function variantOf(rows: Rows, handle: string): RawVariant {
  const { cells, header, current } = rows;
  rows.variants += 1;
  const metafields = variantMetafieldValues(cells, header.metafields, current.metafields);
  countOwner(rows, metafields);
  return variantRecord(cells, { handle, seq: rows.variants, metafields, markets: marketPrices(cells, header.markets, current.markets) });
}

function countOwner({ owners }: Rows, metafields: Readonly<Record<string, string>>): void {
  for (const column of Object.keys(metafields)) owners.set(column, (owners.get(column) ?? 0) + 1);
}

function imageOf(rows: Rows, handle: string, url: string): RawImage {
  const { cells } = rows;
  rows.images += 1;
  return {
    product_key: handle,
    id: null,
    seq: rows.images,
    position: positionOf(cells.text("image_position")),
    url,
    alt: textOf(cells.text("image_alt")),
  };
}

function rowKind(cells: RowCells, hasImage: boolean): "variant" | "image" | "empty" {
  const says = (column: ExportColumn) => cells.text(column).trim() !== "";
  if (OFFER.some(says)) return "variant";
  if (hasImage) return "image";
  return DETAIL.some(says) ? "variant" : "empty";
}

function hasCellsBeyond(scan: RecordScan, header: ExportHeader): boolean {
  for (let cell = header.names.length; cell < scan.cells; cell += 1) if (cellText(scan, cell).trim() !== "") return true;
  return false;
}
