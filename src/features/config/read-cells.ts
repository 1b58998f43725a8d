import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { entriesOf, members } from "../../kernel/unsafe.ts";
import { type Cell, type CellDifference, CELLS_A_FEED_MAX, readCells } from "../cells/index.ts";
import type { EffectiveMappings } from "../columns/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import { FAULTS_MAX, wrong } from "./read-sections.ts";

interface CellWork {
  /** As they are. */
  readonly cells: readonly Cell[];
  readonly columns: SourceColumns;
  /** Of the feed as it would be. */
  readonly effective: EffectiveMappings;
}

interface ReadCells {
  readonly differences: readonly CellDifference[];
  readonly faults: readonly ErrorDetail[];
}

/** What the cells of a document change. A cell that stays is kept even where its column is gone; rows come and go, so any may have cells. */
export function readConfigCells(written: unknown, { cells, ...scope }: CellWork): ReadCells {
  if (written === undefined) return { differences: [], faults: [] };
  const rows = rowsOf(written);
  if ("faults" in rows) return { differences: [], faults: rows.faults };
  const stored = storedCells(cells);
  const differences: CellDifference[] = [];
  const faults: ErrorDetail[] = [];
  for (const [rowId, row] of rows.values) {
    if (faults.length >= FAULTS_MAX) break;
    const present = stored.get(rowId) ?? new Map<string, string>();
    stored.delete(rowId);
    const read = readRow(rowId, row, { ...scope, present });
    differences.push(...read.differences);
    faults.push(...read.faults);
  }
  for (const [rowId, row] of stored) for (const [column, before] of row) differences.push({ rowId, column, before, value: null });
  return { differences: inOrder(differences), faults };
}

type Rows = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

function rowsOf(written: unknown): { readonly values: Rows } | { readonly faults: readonly ErrorDetail[] } {
  if (typeof written !== "object" || written === null || Array.isArray(written))
    return { faults: [wrong("/cells", "`cells` is an object: the row's id, then source column and value.")] };
  const faults: ErrorDetail[] = [];
  const values = new Map<number, Readonly<Record<string, unknown>>>();
  let count = 0;
  for (const [id, row] of entriesOf<string, unknown>(members(written))) {
    if (faults.length >= FAULTS_MAX) break;
    const pointer = `/cells/${pointed(id)}`;
    const rowId = /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : Number.NaN;
    if (!Number.isSafeInteger(rowId)) faults.push(wrong(pointer, "A row is named by its row_id, a number such as 41200000011393."));
    else if (typeof row !== "object" || row === null || Array.isArray(row))
      faults.push(wrong(pointer, "The cells of a row are an object: source column and value."));
    else {
      values.set(rowId, members(row));
      count += Object.keys(row).length;
    }
  }
  if (count > CELLS_A_FEED_MAX)
    faults.push(wrong("/cells", `A feed has at most ${CELLS_A_FEED_MAX} cells, these are ${count}. Write a rule for what many rows need.`));
  return faults.length > 0 ? { faults } : { values };
}

function storedCells(cells: readonly Cell[]): Map<number, Map<string, string>> {
  const rows = new Map<number, Map<string, string>>();
  for (const { rowId, column, value } of cells) rows.set(rowId, (rows.get(rowId) ?? new Map<string, string>()).set(column, value));
  return rows;
}

interface RowScope extends Omit<CellWork, "cells"> {
  readonly present: ReadonlyMap<string, string>;
}

function readRow(rowId: number, row: Readonly<Record<string, unknown>>, { present, columns, effective }: RowScope): ReadCells {
  const differing = Object.entries(row).filter(([column, value]) => present.get(column) !== value);
  const fault = (column: string, code: string, message: string) => ({ param: `/cells/${rowId}/${pointed(column)}`, code, message });
  const faults = differing
    .filter(([, value]) => typeof value !== "string")
    .map(([column]) => fault(column, "invalid_param", "A cell is a text. Leave it out where the platform's value shall be read."));
  const texts = differing.flatMap(([column, value]) => (typeof value === "string" ? [[column, value] as const] : []));
  // What is present counts only for clearing, which here is said by leaving out.
  const { updated, errors } = readCells(Object.fromEntries(texts), { columns, effective, sources: new Map(), present: new Map() });
  const cleared = [...present.keys()].filter((column) => !Object.hasOwn(row, column));
  const wanted = [
    ...[...updated].filter(([column, value]) => present.get(column) !== value),
    ...cleared.map((column) => [column, null] as const),
  ];
  return {
    differences: wanted.map(([column, value]) => ({ rowId, column, before: present.get(column) ?? null, value })),
    faults: [...faults, ...errors.map(({ column, code, message }) => fault(column, code, message))],
  };
}

function inOrder(differences: readonly CellDifference[]): readonly CellDifference[] {
  return differences.toSorted((a, b) => a.rowId - b.rowId || (a.column < b.column ? -1 : 1));
}
