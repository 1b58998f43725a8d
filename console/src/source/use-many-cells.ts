import { type Area, type CellPlace, spanOf } from "../grid/grid-places.ts";
import { messages } from "../messages/messages.ts";
import { formatTsv, parseTsv } from "../ui/tsv.ts";
import type { EditedCell } from "./cell-edits.ts";
import type { AskRows } from "./read-rows.ts";
import type { RowAt, RowPages } from "./row-pages.ts";
import { type FarRows, useFarRows } from "./use-far-rows.ts";

const words = messages.source;

/** More than this of one paste or fill is a job for a rule. */
const CELLS_AT_ONCE_MAX = 50_000;

/** What is done to an area of cells. Rows that aren't on the screen are read first. */
export interface ManyCells {
  readonly restore: (area: Area) => void;
  readonly fillDown: (area: Area) => void;
  readonly paste: (area: Area, text: string) => void;
  /** `put` takes the text if every row is known; otherwise it's on the clipboard a moment later. */
  readonly copy: (area: Area, put: (text: string) => void) => void;
  /** What became of the last act, where the cells don't show it. */
  readonly note: string | undefined;
  readonly error: Error | null;
}

interface Cells {
  readonly known: { readonly pages: RowPages; readonly columns: readonly string[]; readonly total: number; readonly ask: AskRows };
  /** None for a cell that can't be edited. */
  readonly editOf: (at: RowAt, place: CellPlace, after: string | null) => readonly EditedCell[];
  readonly textAt: (at: RowAt, place: CellPlace) => string;
  readonly push: (more: readonly EditedCell[]) => void;
}

export function useManyCells({ known, editOf, textAt, push }: Cells): ManyCells {
  const far = useFarRows(known);
  const bounded = (area: Area) => boundedArea(area, far);
  const pushAll = (area: Area, value: (place: CellPlace) => string | null) =>
    withRows(far, [area, false], (at) => push(placesOf(area).flatMap((place) => editOf(at, place, value(place)))));
  const pasteCells = (cells: readonly (readonly string[])[], from: CellPlace) => {
    const width = Math.max(...cells.map((row) => row.length));
    const to = {
      row: Math.min(known.total, from.row + cells.length) - 1,
      column: Math.min(known.columns.length, from.column + width) - 1,
    };
    const whole = { from, to };
    const target = bounded(whole);
    withRows(far, [target, false], (at) => {
      const pasted = cells.flatMap((row, down) =>
        row.map((value, right) => editOf(at, { row: from.row + down, column: from.column + right }, value)),
      );
      push(pasted.flat());
      const leftOut = pasted.filter((edits) => edits.length === 0).length;
      if (leftOut > 0 && target === whole) far.say(words.leftOutOfPaste(leftOut));
    });
  };
  return {
    ...{ note: far.note, error: far.error },
    restore: (area) => pushAll(bounded(area), () => null),
    fillDown(area) {
      const { rows, columns } = spanOf(area);
      const top = { from: { row: rows[0], column: columns[0] }, to: { row: rows[0], column: columns[1] } };
      withRows(far, [top, true], (at) => pushAll(bounded(area), ({ column }) => textAt(at, { row: rows[0], column })));
    },
    paste(area, text) {
      const cells = parseTsv(text);
      const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
      const { rows, columns } = spanOf(area);
      // One value fills what is selected, as in any spreadsheet.
      if (only === undefined) pasteCells(cells, { row: rows[0], column: columns[0] });
      else pushAll(bounded(area), () => only);
    },
    copy(area, put) {
      const within = bounded(area);
      const textOf = (at: RowAt) => formatTsv(linesOf(within).map((line) => line.map((place) => textAt(at, place))));
      const rows = far.rowsOf(within, true);
      if (rows instanceof Promise) far.follow(copyLater(rows.then(textOf)));
      else put(textOf(rows));
    },
  };
}

/** Does something with the rows of an area: at once, unless some of them have to be read first. */
function withRows(far: FarRows, asked: Parameters<FarRows["rowsOf"]>, act: (at: RowAt) => void): void {
  const rows = far.rowsOf(...asked);
  if (rows instanceof Promise) far.follow(rows.then(act));
  else act(rows);
}

/** Begun while the person presses the keys, or the browser refuses it. */
async function copyLater(text: Promise<string>): Promise<void> {
  const type = "text/plain";
  await navigator.clipboard.write([new ClipboardItem({ [type]: text.then((copied) => new Blob([copied], { type })) })]);
}

/** As many of the area's rows as may be changed at once. Says so if they aren't all. */
function boundedArea(area: Area, far: FarRows): Area {
  const { rows, columns } = spanOf(area);
  const count = Math.max(1, Math.floor(CELLS_AT_ONCE_MAX / (columns[1] - columns[0] + 1)));
  const isWhole = rows[1] - rows[0] < count;
  far.say(isWhole ? undefined : words.onlyFirst(count, CELLS_AT_ONCE_MAX));
  if (isWhole) return area;
  return { from: { row: rows[0], column: columns[0] }, to: { row: rows[0] + count - 1, column: columns[1] } };
}

function linesOf(area: Area): readonly (readonly CellPlace[])[] {
  const { rows, columns } = spanOf(area);
  return Array.from({ length: rows[1] - rows[0] + 1 }, (_, down) =>
    Array.from({ length: columns[1] - columns[0] + 1 }, (__, right) => ({ row: rows[0] + down, column: columns[0] + right })),
  );
}

const placesOf = (area: Area): readonly CellPlace[] => linesOf(area).flat();
