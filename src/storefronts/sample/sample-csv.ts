import { CSV_COLUMNS, type CsvColumn, type CsvRow, type HeaderFamily, INVENTORY_QUANTITY } from "./csv-columns.ts";
import type { SampleProduct } from "./sample-product.ts";

/** How an export differs from shop to shop and from spreadsheet to spreadsheet. */
export interface SampleCsvOptions {
  readonly header?: HeaderFamily;
  readonly delimiter?: "," | ";" | "\t";
  readonly lineBreak?: "\n" | "\r\n";
  /** A shop with several locations has its stock in an export of its own, and no column for it here. */
  readonly severalLocations?: boolean;
}

interface CsvForm {
  readonly family: HeaderFamily;
  readonly columns: readonly CsvColumn[];
  readonly delimiter: string;
  readonly lineBreak: string;
}

/** Large enough to be worth a write, small enough to be nothing in memory. */
const CHUNK_LENGTH = 64 * 1024;

/** The products as a Shopify product export: some rows at a time, the header first. */
export function* sampleCsv(products: Iterable<SampleProduct>, options: SampleCsvOptions = {}): Generator<string> {
  const form = csvForm(options);
  let chunk = line(form, ({ names }) => names[form.family]);
  for (const product of products) {
    for (const row of productRows(product)) chunk += line(form, (column) => column.cell(row, form.family));
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

function csvForm({ header = "2025", delimiter = ",", lineBreak = "\n", severalLocations = false }: SampleCsvOptions): CsvForm {
  const columns = severalLocations ? CSV_COLUMNS.filter((column) => column !== INVENTORY_QUANTITY) : CSV_COLUMNS;
  return { family: header, columns, delimiter, lineBreak };
}

/** Variants and images go down the rows side by side; when the variants are through, rows with an image alone follow. */
function productRows(product: SampleProduct): readonly CsvRow[] {
  const { variants, images } = product;
  return Array.from({ length: Math.max(variants.length, images.length) }, (_, at) => ({
    product,
    isFirst: at === 0,
    variant: variants[at] ?? null,
    image: images[at] ?? null,
  }));
}

function line({ columns, delimiter, lineBreak }: CsvForm, cell: (column: CsvColumn) => string): string {
  let text = "";
  for (const column of columns) text += text === "" && column === columns[0] ? quoted(cell(column)) : delimiter + quoted(cell(column));
  return text + lineBreak;
}

/** What some reader would misread without quotes: every delimiter, quotes, line breaks, blanks at the edges. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u;

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
