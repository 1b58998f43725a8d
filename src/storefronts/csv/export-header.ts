import type { FoundMetafield, MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import type { ExtractionWarning } from "../storefront-port.ts";
import { listed, noExport } from "./csv-faults.ts";
import { collapsed, comparable, EXPORT_COLUMNS, UNUSED_COLUMNS, type ExportColumn } from "./export-columns.ts";
import { metafieldColumns, metafieldOf, type MetafieldColumns } from "./metafield-columns.ts";

/** Where an export keeps what: its header, read once. */
export interface ExportHeader {
  readonly names: readonly string[];
  /** The cell of each column that the export has. */
  readonly cells: ReadonlyMap<ExportColumn, number>;
  readonly metafields: MetafieldColumns;
  readonly markets: readonly MarketColumns[];
  readonly warnings: readonly ExtractionWarning[];
}

/** The cells of one market; -1: the export does not have it. */
export interface MarketColumns {
  readonly name: string;
  readonly included: number;
  readonly price: number;
  readonly compareAtPrice: number;
}

/** What a header's column is for. Of two columns with one slot the first is read. */
type Meaning =
  | { readonly kind: "column"; readonly slot: ExportColumn }
  | { readonly kind: "market"; readonly slot: string; readonly market: string }
  | { readonly kind: "metafield"; readonly metafield: MetafieldIdentity }
  | { readonly kind: "unused" | "unknown" };

const MARKET = /^(included|price|compare[- ]at price) ?\/ ?(.+)$/iu;

/**
 * Reads a header; one without the columns that every product export has is refused with what was found instead. `known`: the metafields of
 * the previous snapshot, which keep their columns.
 */
export function readHeader(fileName: string, names: readonly string[], known: readonly FoundMetafield[] = []): ExportHeader {
  const meanings = names.map(meaningOf);
  const columns = firstCells(meanings.map((meaning) => (meaning.kind === "column" ? meaning.slot : undefined)));
  const markets = firstCells(meanings.map((meaning) => (meaning.kind === "market" ? meaning.slot : undefined)));
  const repeated = [...columns.repeated, ...markets.repeated];
  requireExport(fileName, names, columns.cells);
  return {
    names,
    cells: columns.cells,
    metafields: metafieldColumns(
      new Map(meanings.flatMap((meaning, cell) => (meaning.kind === "metafield" ? [[cell, meaning.metafield]] : []))),
      known,
    ),
    markets: marketColumns(meanings, markets.cells),
    warnings: [
      ...columnWarning(
        "unknown_columns",
        names.filter((_, cell) => meanings[cell]?.kind === "unknown"),
        "are unknown and weren't used",
      ),
      ...columnWarning(
        "repeated_columns",
        names.filter((_, cell) => repeated.includes(cell)),
        "appear in the header twice, so only the first of each was used",
      ),
      ...(columns.cells.has("inventory_quantity") ? [] : [QUANTITY_MISSING]),
    ],
  };
}

const QUANTITY_MISSING: ExtractionWarning = {
  code: "quantity_missing",
  count: 1,
  message:
    "The export has no inventory quantity column. Shopify leaves the column out for shops with several locations. Stock stays unknown.",
};

const COLUMN_OF_SPELLING: ReadonlyMap<string, ExportColumn> = new Map(
  entriesOf<ExportColumn, readonly string[]>(EXPORT_COLUMNS).flatMap(([column, spellings]) =>
    spellings.map((spelling) => [spelling, column] as const),
  ),
);

function meaningOf(name: string): Meaning {
  const spelling = comparable(name);
  const slot = COLUMN_OF_SPELLING.get(spelling);
  if (slot !== undefined) return { kind: "column", slot };
  const metafield = metafieldOf(name);
  if (metafield !== undefined) return { kind: "metafield", metafield };
  const [, fact, market] = MARKET.exec(collapsed(name)) ?? [];
  if (fact !== undefined && market !== undefined) return { kind: "market", slot: marketSlot(fact, market), market };
  return { kind: spelling === "" || UNUSED_COLUMNS.has(spelling) ? "unused" : "unknown" };
}

function marketSlot(fact: string, market: string): string {
  return `${fact.toLowerCase().replace("-", " ")} / ${market}`;
}

/** The first cell of each slot, and the cells whose slot an earlier one has. */
function firstCells<Slot>(slots: readonly (Slot | undefined)[]) {
  const cells = new Map<Slot, number>();
  const repeated: number[] = [];
  slots.forEach((slot, cell) => {
    if (slot === undefined) return;
    if (cells.has(slot)) repeated.push(cell);
    else cells.set(slot, cell);
  });
  return { cells, repeated };
}

function marketColumns(meanings: readonly Meaning[], cells: ReadonlyMap<string, number>): readonly MarketColumns[] {
  const markets = new Set(meanings.flatMap((meaning) => (meaning.kind === "market" ? [meaning.market] : [])));
  return [...markets].map((name) => ({
    name,
    included: cells.get(marketSlot("included", name)) ?? -1,
    price: cells.get(marketSlot("price", name)) ?? -1,
    compareAtPrice: cells.get(marketSlot("compare at price", name)) ?? -1,
  }));
}

/** For a table of some other shop system, or of none. */
const WHAT_WORKS =
  "Use the CSV file that Shopify's admin writes (Products, Export, All products), with its current or older column names. A table from another system works if it has those columns: one row per variant, with at least Handle, Title and Variant Price.";

const REQUIRED = [
  ["handle", '"Handle" (or "URL handle")'],
  ["title", '"Title"'],
  ["price", '"Variant Price" (or "Price")'],
] as const satisfies readonly (readonly [ExportColumn, string])[];

function requireExport(fileName: string, names: readonly string[], columns: ReadonlyMap<ExportColumn, number>): void {
  const has = (spelling: string) => names.some((name) => comparable(name) === spelling);
  if (has("location") && !columns.has("price")) {
    throw noExport(fileName, "it's an inventory export. Export the products instead: Products, then Export.");
  }
  // If only the prices are missing, the error has its own sentence.
  if (columns.has("handle") && columns.has("title")) return;
  const missing = REQUIRED.flatMap(([column, called]) => (columns.has(column) ? [] : [called]));
  throw noExport(fileName, `its first line is missing the columns ${missing.join(", ")}. It starts with ${listed(names)}. ${WHAT_WORKS}`);
}

function columnWarning(code: string, names: readonly string[], what: string): readonly ExtractionWarning[] {
  if (names.length === 0) return [];
  return [{ code, count: names.length, message: `Columns that ${what}: ${listed(names)}.` }];
}
