import { useMemo, useRef } from "react";
import type { CellContent, GridContent } from "../grid/grid-body.ts";
import type { CellPlace, SortedColumn } from "../grid/grid-places.ts";
import type { CellEditing } from "../grid/grid.tsx";
import type { EditedCell } from "./cell-edits.ts";
import type { AskRows } from "./read-rows.ts";
import type { RowAt, RowPages, SourceRow } from "./row-pages.ts";
import type { EditHistory } from "./use-edit-history.ts";
import { type ManyCells, useManyCells } from "./use-many-cells.ts";

export interface CellQueue extends ManyCells {
  readonly content: GridContent;
  /** Undefined: the cell can't be edited. What is written goes to the row that was there, wherever it stands by then. */
  readonly editable: (place: CellPlace) => CellEditing | undefined;
  readonly write: (row: SourceRow, column: string, value: string) => void;
}

interface Shown {
  readonly history: EditHistory;
  readonly pages: RowPages;
  readonly ask: AskRows;
  readonly columns: readonly string[];
  readonly total: number;
  readonly sorted: SortedColumn | undefined;
  /** Columns that nobody can edit. */
  readonly locked: ReadonlySet<string>;
}

/** Edits that wait, over the rows that are shown. */
export function useCellQueue({ history: { edits, push }, pages, ask, columns, total, sorted, locked }: Shown): CellQueue {
  const queued = useRef(edits);
  queued.current = edits;
  const [names, closed] = [columns.join("\n"), [...locked].join("\n")];
  const valueAt = (row: SourceRow, column: string): string => {
    const edit = queued.current.get(row.row_id)?.get(column);
    return edit === undefined ? presentValue(row, column) : (edit.after ?? row.values[column] ?? "");
  };
  const [by, order] = [sorted?.column, sorted?.order];
  const content = useMemo<GridContent>(
    () => ({
      ...{ rows: total, columns: names.split("\n"), frozen: 1, onRows: pages.want },
      sorted: by === undefined || order === undefined ? undefined : { column: by, order },
      cell(index, at) {
        const row = pages.at(index);
        const column = columns[at];
        if (row === undefined || column === undefined) return undefined;
        const isQueued = queued.current.get(row.row_id)?.has(column) === true;
        return { text: valueAt(row, column), mark: isQueued ? "queued" : markOf(row, column, locked) };
      },
    }),
    [total, names, pages, closed, by, order],
  );
  const editOf = (row: SourceRow | undefined, column: string | undefined, after: string | null): readonly EditedCell[] => {
    if (row === undefined || column === undefined || locked.has(column)) return [];
    const before = presentValue(row, column);
    // Nothing to restore where nobody has edited.
    return [{ rowId: row.row_id, column, before, after: after === null && !(column in row.edited) ? before : after }];
  };
  // The row may have been read again since it was on the screen.
  const write = (row: SourceRow, column: string, value: string) => push(editOf(pages.find(row.row_id) ?? row, column, value));
  const editable = (place: CellPlace): CellEditing | undefined => {
    const row = pages.at(place.row);
    const column = columns[place.column];
    if (row === undefined || column === undefined || locked.has(column)) return undefined;
    // A value that came cut can't be edited here: the rest of it would be lost.
    const isCut = row.cut.includes(column) && edits.get(row.row_id)?.has(column) !== true;
    return isCut ? undefined : { value: valueAt(row, column), write: (value) => write(row, column, value) };
  };
  const textAt = (at: RowAt, { row, column }: CellPlace): string => {
    const found = at(row);
    return found === undefined ? "" : valueAt(found, columns[column] ?? "");
  };
  const editAt = (at: RowAt, place: CellPlace, after: string | null) => editOf(at(place.row), columns[place.column], after);
  const many = useManyCells({ known: { pages, columns, total, ask }, editOf: editAt, textAt, push });
  return { ...many, content, editable, write };
}

function markOf({ edited }: SourceRow, column: string, locked: ReadonlySet<string>): CellContent["mark"] {
  if (column in edited) return "person";
  return locked.has(column) ? "locked" : "";
}

/** The feed's cell, or what the shop says. */
function presentValue({ edited, values }: SourceRow, column: string): string {
  return edited[column] ?? values[column] ?? "";
}
