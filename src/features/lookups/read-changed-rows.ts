import type { ErrorDetail } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { FAULTS_MAX } from "./lookup-limits.ts";
import type { SetRowsBody } from "./lookup-shapes.ts";
import { packed, readRow } from "./read-lookup-rows.ts";

/** Lines of a change, as `LookupLine`s. */
export interface Lines {
  readonly lines: Uint8Array;
  readonly longestBytes: number;
}

export type ReadChangedRows =
  | { readonly ok: true; readonly rows: Lines; readonly removed: Lines }
  | { readonly ok: false; readonly faults: readonly ErrorDetail[] };

/** A row as an object sets the columns that it names, and one as a list sets them all. A row that is new has blanks for the rest. */
export function readChangedRows({ rows, remove }: Pick<SetRowsBody, "rows" | "remove">, columns: readonly string[]): ReadChangedRows {
  const faults: ErrorDetail[] = [];
  const set: (readonly (string | null)[])[] = [];
  for (const [at, row] of rows.entries()) {
    const read = readRow(row, at, columns);
    if (read.values === undefined) faults.push(...read.faults);
    else set.push(Array.isArray(row) ? read.values : onlyNamed(read.values, row, columns));
    if (faults.length >= FAULTS_MAX) return { ok: false, faults: faults.slice(0, FAULTS_MAX) };
  }
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, rows: packed(set), removed: packed(remove.map((key) => [key.normalize("NFC")])) };
}

function onlyNamed(values: readonly string[], row: unknown, columns: readonly string[]): readonly (string | null)[] {
  const named = new Set(Object.keys(members(row)).map((name) => name.normalize("NFC").trim()));
  return values.map((value, at) => (named.has(columns[at] ?? "") ? value : null));
}
