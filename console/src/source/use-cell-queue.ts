import { useMemo, useRef, useState } from "react";
import type { CellContent, GridContent } from "../grid/grid-body.ts";
import { type Area, type CellPlace, spanOf } from "../grid/grid-places.ts";
import { formatTsv, parseTsv } from "../ui/tsv.ts";
import { type CellEdits, type EditedCell, NO_EDITS, withEdits } from "./cell-edits.ts";
import type { RowPages, SourceRow } from "./row-pages.ts";

/** More than this of one paste or fill is a job for a rule. */
const CELLS_AT_ONCE_MAX = 50_000;

export interface CellQueue {
  readonly edits: CellEdits;
  readonly content: GridContent;
  readonly valueAt: (row: SourceRow, column: string) => string;
  readonly write: (place: CellPlace, value: string | null) => void;
  readonly restore: (area: Area) => void;
  readonly fillDown: (area: Area) => void;
  readonly paste: (area: Area, text: string) => void;
  readonly textOf: (area: Area) => string;
  readonly undo: () => void;
  readonly clear: () => void;
}

interface Shown {
  readonly pages: RowPages;
  readonly columns: readonly string[];
  readonly total: number;
  /** Columns that nobody can edit. */
  readonly locked: ReadonlySet<string>;
}

/** Edits that wait, over the rows that are shown. Each act is one step of undo. */
export function useCellQueue({ pages, columns, total, locked }: Shown): CellQueue {
  const [history, setHistory] = useState<readonly CellEdits[]>([NO_EDITS]);
  const edits = history.at(-1) ?? NO_EDITS;
  const queued = useRef(edits);
  queued.current = edits;
  const [names, closed] = [columns.join("\n"), [...locked].join("\n")];
  const valueAt = (row: SourceRow, column: string): string => {
    const edit = queued.current.get(row.row_id)?.get(column);
    return edit === undefined ? presentValue(row, column) : (edit.after ?? row.values[column] ?? "");
  };
  const content = useMemo<GridContent>(
    () => ({
      ...{ rows: total, columns: names.split("\n"), frozen: 1, onRows: pages.want },
      cell(index, at) {
        const row = pages.at(index);
        const column = columns[at];
        if (row === undefined || column === undefined) return undefined;
        const isQueued = queued.current.get(row.row_id)?.has(column) === true;
        return { text: valueAt(row, column), mark: isQueued ? "queued" : markOf(row, column, locked) };
      },
    }),
    [total, names, pages, closed],
  );
  const push = (more: readonly EditedCell[]) =>
    setHistory((old) => (more.length === 0 ? old : [...old, withEdits(old.at(-1) ?? NO_EDITS, more)]));
  const editOf = ({ row: index, column: at }: CellPlace, after: string | null): readonly EditedCell[] => {
    const row = pages.at(index);
    const column = columns[at];
    if (row === undefined || column === undefined || locked.has(column)) return [];
    const before = presentValue(row, column);
    // Nothing to restore where nobody has edited.
    return [{ rowId: row.row_id, column, before, after: after === null && !(column in row.edited) ? before : after }];
  };
  const textAt = ({ row, column }: CellPlace): string => {
    const found = pages.at(row);
    return found === undefined ? "" : valueAt(found, columns[column] ?? "");
  };
  const pushAll = (area: Area, value: (place: CellPlace) => string | null) =>
    push(placesOf(area).flatMap((place) => editOf(place, value(place))));
  return {
    ...{ edits, content, valueAt },
    write: (place, value) => push(editOf(place, value)),
    restore: (area) => pushAll(area, () => null),
    fillDown: (area) => pushAll(area, ({ column }) => textAt({ row: spanOf(area).rows[0], column })),
    paste(area, text) {
      const cells = parseTsv(text);
      const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
      const { rows, columns: across } = spanOf(area);
      // One value fills what is selected, as in any spreadsheet.
      if (only !== undefined) pushAll(area, () => only);
      else
        push(
          cells.flatMap((row, down) => row.flatMap((value, right) => editOf({ row: rows[0] + down, column: across[0] + right }, value))),
        );
    },
    textOf: (area) => formatTsv(linesOf(area).map((line) => line.map(textAt))),
    undo: () => setHistory((old) => (old.length > 1 ? old.slice(0, -1) : old)),
    clear: () => setHistory([NO_EDITS]),
  };
}

function markOf({ edited }: SourceRow, column: string, locked: ReadonlySet<string>): CellContent["mark"] {
  if (column in edited) return "person";
  return locked.has(column) ? "locked" : "";
}

/** The feed's cell, or what the shop says. */
function presentValue({ edited, values }: SourceRow, column: string): string {
  return edited[column] ?? values[column] ?? "";
}

function linesOf(area: Area): readonly (readonly CellPlace[])[] {
  const { rows, columns } = spanOf(area);
  const width = columns[1] - columns[0] + 1;
  const count = Math.min(rows[1] - rows[0] + 1, Math.max(1, Math.floor(CELLS_AT_ONCE_MAX / width)));
  return Array.from({ length: count }, (_, down) =>
    Array.from({ length: width }, (__, right) => ({ row: rows[0] + down, column: columns[0] + right })),
  );
}

const placesOf = (area: Area): readonly CellPlace[] => linesOf(area).flat();
