import { type Buffer, isUtf8 } from "node:buffer";
import type { NamedDocument, RecordBounds } from "../../kernel/csv-bounds.ts";
import { delimiterOf } from "../../kernel/csv-delimiter.ts";
import { cellText, createScan, endOfBytes, feed, nextRecord, type RecordScan } from "../../kernel/csv-records.ts";
import { RequestError } from "../../kernel/errors.ts";
import { LOOKUP_BYTES_MAX, COLUMNS_MAX, ROWS_MAX, VALUE_LENGTH_MAX } from "./lookup-limits.ts";
import type { LookupBody } from "./lookup-shapes.ts";

/** UTF-8 takes at most so many bytes for a code point. */
const CODE_POINT_BYTES_MAX = 4;

const refusal = (message: string, line: number, column?: number): RequestError =>
  new RequestError("validation_failed", {
    message,
    param: "",
    details: [{ param: "", code: "invalid_param", message, line, ...(column === undefined ? {} : { column }) }],
  });

const columnOf = ({ columnNames }: NamedDocument, column: number): string => columnNames[column] ?? `column ${column + 1}`;

const BOUNDS: RecordBounds = {
  rowsMax: ROWS_MAX,
  columnsMax: COLUMNS_MAX,
  cellBytesMax: VALUE_LENGTH_MAX * CODE_POINT_BYTES_MAX,
  recordBytesMax: LOOKUP_BYTES_MAX,
  tooManyRows: (_file, line) => refusal(`Line ${line}: a table can have at most ${ROWS_MAX} rows.`, line),
  tooManyColumns: (_file, line) => refusal(`Line ${line}: a table can have at most ${COLUMNS_MAX} columns.`, line),
  cellTooLong: (file, line, column) =>
    refusal(`Line ${line}: ${columnOf(file, column)} has more than ${VALUE_LENGTH_MAX} characters.`, line),
  recordTooLong: (_file, line) => refusal(`Line ${line}: the row is too long.`, line),
  unclosedQuote: (file, line, column) => refusal(`Line ${line}: the quote that opens in ${columnOf(file, column)} is never closed.`, line),
};

/** Bytes of a CSV with a header line become what the JSON body would be. Delimiters are told from the header; blank rows are left out. */
export function readLookupCsv(bytes: Buffer): LookupBody {
  const text = withoutMark(bytes);
  requireText(text);
  const scan = createScan("the table", delimiterOf(text), BOUNDS);
  feed(scan, text);
  endOfBytes(scan);
  if (!nextRecord(scan)) throw refusal("The first line must name the columns, but the file is empty.", 1);
  const columns = cellsOf(scan);
  scan.columnNames = columns;
  const rows: unknown[] = [];
  while (nextRecord(scan)) {
    const cells = cellsOf(scan);
    const written = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    if (written > columns.length)
      throw refusal(`Line ${scan.line}: the row has ${written} values, but the header has ${columns.length} columns.`, scan.line);
    // What a spreadsheet leaves below its last row.
    if (written > 0) rows.push(cells.slice(0, columns.length));
  }
  return { columns, rows };
}

/** What a download of ours has in front of what a spreadsheet would take for a formula. */
const GUARD = /^'(?=[=+\-@\t\r])/;

function cellsOf(scan: RecordScan): string[] {
  return Array.from({ length: scan.cells }, (_, cell) => cellText(scan, cell).replace(GUARD, ""));
}

/** Spreadsheets begin a file with a byte order mark. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function requireText(bytes: Buffer): void {
  const nul = bytes.indexOf(0);
  if (nul !== -1) throw refusal("The file contains the character U+0000. Save it as CSV in UTF-8.", lineAt(bytes, nul));
  if (!isUtf8(bytes)) throw refusal("The file isn't encoded in UTF-8. Save it as CSV in UTF-8.", 1);
}

const LINE_FEED = 0x0a;

function lineAt(bytes: Buffer, end: number): number {
  return bytes.subarray(0, end).reduce((lines, byte) => (byte === LINE_FEED ? lines + 1 : lines), 1);
}
