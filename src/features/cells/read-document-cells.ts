import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { entriesOf, members } from "../../kernel/unsafe.ts";
import { effectiveMappings, type EffectiveMappings } from "../columns/index.ts";
import { FAULTS_MAX, type Read, type Reading, wrong } from "../definitions/index.ts";
import { currencyWith, definitionOf } from "../feeds/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import type { Cell } from "./cell-queries.ts";
import { readCells } from "./read-cells.ts";

/** A cell that stays is kept even where its column is gone; rows come and go, so any may have cells. */
export function readDocumentCells(
  written: unknown,
  { before, outline, columns, currency }: Reading<readonly Cell[]>,
): Read<readonly Cell[]> {
  const rows = rowsOf(written);
  if ("faults" in rows) return { value: before, faults: rows.faults, patterns: [] };
  const scope = { columns, effective: effectiveMappings(definitionOf(outline), columns), currency: currencyWith(currency, outline) };
  const stored = Map.groupBy(before, ({ rowId }) => rowId);
  const cells: Cell[] = [];
  const faults: ErrorDetail[] = [];
  for (const [rowId, row] of rows.values) {
    if (faults.length >= FAULTS_MAX) break;
    const present = new Map((stored.get(rowId) ?? []).map(({ column, value }) => [column, value]));
    const read = readRow(rowId, row, { ...scope, present });
    cells.push(...read.cells);
    faults.push(...read.faults);
  }
  return { value: cells, faults, patterns: [] };
}

type Rows = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

function rowsOf(written: unknown): { readonly values: Rows } | { readonly faults: readonly ErrorDetail[] } {
  if (typeof written !== "object" || written === null || Array.isArray(written))
    return { faults: [wrong("/cells", "`cells` must be an object that maps row ids to source columns and their values.")] };
  const faults: ErrorDetail[] = [];
  const values = new Map<number, Readonly<Record<string, unknown>>>();
  for (const [id, row] of entriesOf<string, unknown>(members(written))) {
    if (faults.length >= FAULTS_MAX) break;
    const pointer = `/cells/${pointed(id)}`;
    const rowId = /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : Number.NaN;
    if (!Number.isSafeInteger(rowId)) faults.push(wrong(pointer, "Name a row by its row_id, a number such as 41200000011393."));
    else if (typeof row !== "object" || row === null || Array.isArray(row))
      faults.push(wrong(pointer, "A row's cells must be an object that maps source columns to values."));
    else values.set(rowId, members(row));
  }
  return faults.length > 0 ? { faults } : { values };
}

interface RowScope {
  readonly columns: SourceColumns;
  /** Of the feed as it would be. */
  readonly effective: EffectiveMappings;
  readonly currency: string | null;
  readonly present: ReadonlyMap<string, string>;
}

interface ReadRow {
  readonly cells: readonly Cell[];
  readonly faults: readonly ErrorDetail[];
}

function readRow(rowId: number, row: Readonly<Record<string, unknown>>, { present, ...scope }: RowScope): ReadRow {
  const entries = Object.entries(row);
  const differing = entries.filter(([column, value]) => present.get(column) !== value);
  const fault = (column: string, code: string, message: string) => ({ param: `/cells/${rowId}/${pointed(column)}`, code, message });
  const faults = differing
    .filter(([, value]) => typeof value !== "string")
    .map(([column]) => fault(column, "invalid_param", "A cell must be a string. Leave it out to use the platform's value."));
  const texts = differing.flatMap(([column, value]) => (typeof value === "string" ? [[column, value] as const] : []));
  const kept = [...present].filter(([column, value]) => row[column] === value && Object.hasOwn(row, column));
  const { updated, errors } = readCells(Object.fromEntries(texts), { ...scope, sources: new Map(), present: new Map(kept) });
  return {
    cells: [...kept, ...updated].map(([column, value]) => ({ rowId, column, value })),
    faults: [...faults, ...errors.map(({ column, code, message }) => fault(column, code, message))],
  };
}
