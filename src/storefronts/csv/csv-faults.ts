import { PlainError } from "../../kernel/errors.ts";
import type { NamedDocument, RecordBounds } from "../../kernel/csv-bounds.ts";
import { CELL_BYTES_MAX, COLUMNS_MAX, FILE_BYTES_MAX, RECORD_BYTES_MAX, ROWS_MAX } from "./csv-limits.ts";

/** What is wrong with a file, said with the line and column where an editor shows it, and what to do about it. */

/** A name longer than this says nothing more in a message. */
const NAME_LENGTH_MAX = 60;
const MIB = 1024 ** 2;

function cellTooLong(file: NamedDocument, line: number, column: number): PlainError {
  return new PlainError(
    "csv_cell_too_long",
    `${file.fileName}: line ${line}, ${columnAt(file, column)}: the cell is larger than 1 MiB. Shorten it, or look for a quote that is never closed.`,
  );
}

function unclosedQuote(file: NamedDocument, line: number, column: number): PlainError {
  return new PlainError(
    "csv_unclosed_quote",
    `${file.fileName}: line ${line}, ${columnAt(file, column)}: the quote that opens here is never closed. The file may be cut off: export it again.`,
  );
}

function tooManyColumns(file: NamedDocument, line: number): PlainError {
  return new PlainError(
    "csv_too_many_columns",
    `${file.fileName}: line ${line}, ${columnAt(file, COLUMNS_MAX)}: the line has more than ${grouped(COLUMNS_MAX)} columns. Remove the columns that don't belong to a product export.`,
  );
}

function tooManyRows(file: NamedDocument, line: number): PlainError {
  return new PlainError(
    "csv_too_many_rows",
    `${file.fileName}: line ${line}: the file has more than ${grouped(ROWS_MAX)} rows. Export fewer products, or split the catalog over several shops.`,
  );
}

function recordTooLong(file: NamedDocument, line: number): PlainError {
  return new PlainError(
    "csv_row_too_long",
    `${file.fileName}: the row that starts on line ${line} is larger than ${RECORD_BYTES_MAX / MIB} MiB. Shorten its cells.`,
  );
}

/** What the reader of records holds an export to. */
export const EXPORT_BOUNDS: RecordBounds = Object.freeze({
  rowsMax: ROWS_MAX,
  columnsMax: COLUMNS_MAX,
  cellBytesMax: CELL_BYTES_MAX,
  recordBytesMax: RECORD_BYTES_MAX,
  tooManyRows,
  tooManyColumns,
  cellTooLong,
  recordTooLong,
  unclosedQuote,
});

export function fileTooLarge(fileName: string, bytes: number): PlainError {
  return new PlainError(
    "csv_file_too_large",
    `${fileName}: the file has ${grouped(bytes)} bytes, but the maximum is ${grouped(FILE_BYTES_MAX)} (2 GiB). Export fewer products.`,
  );
}

export function tooManyImages({ fileName }: NamedDocument, line: number): PlainError {
  return new PlainError(
    "csv_too_many_images",
    `${fileName}: line ${line}: the file has more than ${grouped(ROWS_MAX)} images. Export fewer products, or split the catalog over several shops.`,
  );
}

export function noText(fileName: string): PlainError {
  return new PlainError("csv_empty", `${fileName} is empty or starts with only blank lines. Export the products again.`);
}

export function noProducts(fileName: string): PlainError {
  return new PlainError("csv_no_products", `${fileName} has a header but no products. Export the products again and include at least one.`);
}

/** Every product would be without a price, so no channel would take any of them. */
export function noPrices(fileName: string): PlainError {
  return new PlainError(
    "csv_price_missing",
    `${fileName} has no price column: "Variant Price" (or "Price"). Export the products again with their prices: Products, then Export.`,
  );
}

export function noExport(fileName: string, sentence: string): PlainError {
  return new PlainError("csv_not_an_export", `${fileName} isn't a Shopify product export: ${sentence}`);
}

export function noTranslationExport(fileName: string, sentence: string): PlainError {
  return new PlainError("csv_not_translations", `${fileName} isn't a Shopify translation export: ${sentence}`);
}

export function noTranslations(fileName: string): PlainError {
  return new PlainError("csv_no_translations", `${fileName} has a header but no translations. Export the languages again.`);
}

/** Said of a file's first bytes, whatever it was meant to be. */
export function noCsvFile(fileName: string, sentence: string): PlainError {
  return new PlainError("csv_not_an_export", `${fileName} isn't a CSV file: ${sentence}`);
}

const SAVE_AS_UTF8 = `Save it as UTF-8: in Excel "CSV UTF-8 (Comma delimited)", in LibreOffice character set "Unicode (UTF-8)".`;

export function utf16File(fileName: string): PlainError {
  return new PlainError("csv_encoding", `${fileName} is encoded as UTF-16. ${SAVE_AS_UTF8}`);
}

export function unknownEncoding(fileName: string, line: number): PlainError {
  return new PlainError(
    "csv_encoding",
    `${fileName}: line ${line}: the file is encoded in neither UTF-8 nor Windows-1252, so its characters can't be read correctly. ${SAVE_AS_UTF8} Or export the products from Shopify again.`,
  );
}

export function mixedEncoding(fileName: string, line: number): PlainError {
  return new PlainError(
    "csv_encoding",
    `${fileName}: line ${line} isn't encoded in UTF-8, but other lines of the file are. Export the products from Shopify again, or correct the file in an editor and save it as UTF-8.`,
  );
}

/** A header's name as a message shows it: quoted, short, on one line. */
function shownName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  const characters = [...line];
  return `"${characters.length > NAME_LENGTH_MAX ? `${characters.slice(0, NAME_LENGTH_MAX).join("")}…` : line}"`;
}

/** How many names a message lists before it counts the rest. */
const LISTED_MAX = 10;

export function listed(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  return `${names.slice(0, LISTED_MAX).map(shownName).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

function columnAt(file: NamedDocument, column: number): string {
  const name = file.columnNames[column];
  return name === undefined ? `column ${column + 1}` : `column ${column + 1} ${shownName(name)}`;
}
