import { useMemo, useRef } from "react";
import type { CellContent, GridContent } from "../grid/grid-body.ts";
import type { CellPlace, SortedColumn } from "../grid/grid-places.ts";
import type { EditedCell } from "./cell-edits.ts";
import type { AskRows } from "./read-rows.ts";
import type { RowAt, RowPages, SourceRow } from "./row-pages.ts";
import type { EditHistory } from "./use-edit-history.ts";
import { type ManyCells, useManyCells } from "./use-many-cells.ts";

export interface CellQueue extends ManyCells {
  readonly content: GridContent;
  readonly valueAt: (row: SourceRow, column: string) => string;
  readonly write: (place: CellPlace, value: string | null) => void;
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
  const editOf = (at: RowAt, { row: index, column: across }: CellPlace, after: string | null): readonly EditedCell[] => {
    const row = at(index);
    const column = columns[across];
    if (row === undefined || column === undefined || locked.has(column)) return [];
    const before = presentValue(row, column);
    // Nothing to restore where nobody has edited.
    return [{ rowId: row.row_id, column, before, after: after === null && !(column in row.edited) ? before : after }];
  };
  const textAt = (at: RowAt, { row, column }: CellPlace): string => {
    const found = at(row);
    return found === undefined ? "" : valueAt(found, columns[column] ?? "");
  };
  const many = useManyCells({ known: { pages, columns, total, ask }, editOf, textAt, push });
  return { ...many, content, valueAt, write: (place, value) => push(editOf(pages.at, place, value)) };
}

function markOf({ edited }: SourceRow, column: string, locked: ReadonlySet<string>): CellContent["mark"] {
  if (column in edited) return "person";
  return locked.has(column) ? "locked" : "";
}

/** The feed's cell, or what the shop says. */
function presentValue({ edited, values }: SourceRow, column: string): string {
  return edited[column] ?? values[column] ?? "";
}
