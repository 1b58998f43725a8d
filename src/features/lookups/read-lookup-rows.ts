import type { LookupLine } from "../../engine/lookups/lookup-file.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import { COLUMN_NAME_LENGTH_MAX, COLUMNS_MAX, FAULTS_MAX, VALUE_LENGTH_MAX } from "./lookup-limits.ts";
import type { LookupBody } from "./lookup-shapes.ts";

/** A table as it will be stored: every row has every column, every value is text in composed form. */
export interface LookupRows {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** The rows, as `LookupLine`s: bytes, because they are handed from thread to thread. */
  readonly lines: Uint8Array;
  /** Of the longest line. */
  readonly longestBytes: number;
}

export type ReadLookupRows =
  | { readonly ok: true; readonly table: LookupRows }
  | { readonly ok: false; readonly faults: readonly ErrorDetail[] };

/** Rows are counted from 1 in messages and, as JSON Pointers do, from 0 in `param`. */
export function readLookupRows(body: LookupBody): ReadLookupRows {
  const columns = (body.columns ?? columnsOf(body.rows)).map((name) => name.normalize("NFC").trim());
  const unusable = columnFaults(columns, body.columns === undefined ? "/rows" : "/columns");
  if (unusable.length > 0) return { ok: false, faults: unusable.slice(0, FAULTS_MAX) };
  const faults: ErrorDetail[] = [];
  const rows: (readonly string[])[] = [];
  for (const [at, row] of body.rows.entries()) {
    const read = readRow(row, at, columns);
    if (read.values !== undefined) rows.push(read.values);
    else faults.push(...read.faults);
    if (faults.length >= FAULTS_MAX) break;
  }
  return faults.length > 0 ? { ok: false, faults: faults.slice(0, FAULTS_MAX) } : { ok: true, table: { columns, ...packed(rows) } };
}

/** Lines encoded at a time: one by one would cost more than the rows. */
const BATCH_ROWS = 1_000;

export function packed(rows: readonly (readonly (string | null)[])[]): Omit<LookupRows, "columns"> {
  const batches: Buffer[] = [];
  let longestBytes = 0;
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS).map((v, at) => `${JSON.stringify({ n: from + at + 1, v } satisfies LookupLine)}\n`);
    longestBytes = Math.max(longestBytes, ...batch.map((line) => Buffer.byteLength(line)));
    batches.push(Buffer.from(batch.join("")));
  }
  return { rowCount: rows.length, lines: Buffer.concat(batches), longestBytes };
}

/** The members of the rows in the order in which they come, or names of ours for rows that are lists. */
function columnsOf(rows: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  let widest = 0;
  for (const row of rows) {
    if (Array.isArray(row)) widest = Math.max(widest, row.length);
    else for (const name of Object.keys(members(row))) names.add(name);
    // Past it they are refused anyway.
    if (names.size > COLUMNS_MAX) break;
  }
  if (names.size > 0) return [...names];
  const numbered = Array.from({ length: Math.max(0, Math.min(widest, COLUMNS_MAX + 1) - 2) }, (_, at) => `value_${at + 2}`);
  return widest === 1 ? ["key"] : ["key", "value", ...numbered];
}

function columnFaults(columns: readonly string[], param: string): readonly ErrorDetail[] {
  const fault = (message: string, at?: number): ErrorDetail => ({
    param: at === undefined || param === "/rows" ? param : `${param}/${at}`,
    code: "invalid_param",
    message,
  });
  if (columns.length === 0) return [fault("A table needs at least one column, the key.")];
  if (columns.length > COLUMNS_MAX) return [fault(`A table can have at most ${COLUMNS_MAX} columns.`)];
  return columns.flatMap((name, at) => {
    if (name === "") return [fault(`Column ${at + 1} has no name. Give it one.`, at)];
    if ([...name].length > COLUMN_NAME_LENGTH_MAX || /\p{Cc}/u.test(name))
      return [fault(`The name of column ${at + 1} must be one line of at most ${COLUMN_NAME_LENGTH_MAX} characters.`, at)];
    const before = columns.findIndex((other) => other.toLowerCase() === name.toLowerCase());
    return before < at
      ? [fault(`Columns ${before + 1} and ${at + 1} are both called ${name}. Rename one; upper and lower case don't matter.`, at)]
      : [];
  });
}

type ReadRow =
  | { readonly values: readonly string[]; readonly faults?: never }
  | { readonly values?: never; readonly faults: readonly ErrorDetail[] };

export function readRow(row: unknown, at: number, columns: readonly string[]): ReadRow {
  const fault = (place: string, message: string): ErrorDetail => ({
    param: `/rows/${at}${place}`,
    code: "invalid_param",
    message: `Row ${at + 1}: ${message}`,
  });
  const cells = Array.isArray(row) ? listCells(branded<readonly unknown[]>(row), columns) : objectCells(row, columns);
  if (typeof cells === "string") return { faults: [fault("", cells)] };
  const read = cells.map(cellText);
  const faults = read.flatMap((cell, column) =>
    typeof cell === "string"
      ? []
      : [
          fault(
            `/${Array.isArray(row) ? column : (columns[column] ?? "").replaceAll("~", "~0").replaceAll("/", "~1")}`,
            `${columns[column]} ${cell.fault}`,
          ),
        ],
  );
  if (faults.length > 0) return { faults };
  const values = read.map((cell) => (typeof cell === "string" ? cell : ""));
  return (values[0] ?? "").trim() === "" ? { faults: [fault("", `the key (${columns[0]}) is blank.`)] } : { values };
}

/** The cells in the order of the columns, or what is wrong with the row. */
function listCells(row: readonly unknown[], columns: readonly string[]): readonly unknown[] | string {
  if (row.length > columns.length) return `it has ${row.length} values, but the table has ${columns.length} columns.`;
  return columns.map((_, column) => row[column]);
}

function objectCells(row: unknown, columns: readonly string[]): readonly unknown[] | string {
  if (typeof row !== "object" || row === null) return "it must be a list or an object.";
  const cells = new Map(Object.entries(members(row)).map(([name, value]) => [name.normalize("NFC").trim(), value]));
  const unknown = [...cells.keys()].find((name) => !columns.includes(name));
  return unknown === undefined
    ? columns.map((name) => cells.get(name))
    : `there is no column ${unknown}; the table has ${columns.slice(0, 10).join(", ")}.`;
}

/** A number as a person would write it; others are told to write theirs as text. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

function cellText(value: unknown): string | { readonly fault: string } {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    const isPlain = PLAIN_NUMBER.test(String(value)) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return isPlain ? String(value) : { fault: "is a number too large or too small to store exactly. Send it as a string." };
  }
  if (typeof value !== "string") return { fault: "must be a string or a number." };
  const text = value.normalize("NFC");
  const isLong = text.length > VALUE_LENGTH_MAX && [...text].length > VALUE_LENGTH_MAX;
  return isLong ? { fault: `has more than ${VALUE_LENGTH_MAX} characters.` } : text;
}
