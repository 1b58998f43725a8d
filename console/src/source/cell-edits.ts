/** Edits that wait to be applied: by row, then by column. Null restores the shop's value. */
export type CellEdits = ReadonlyMap<string, ReadonlyMap<string, CellEdit>>;

export interface CellEdit {
  readonly before: string;
  readonly after: string | null;
}

export interface EditedCell extends CellEdit {
  readonly rowId: string;
  readonly column: string;
}

export const NO_EDITS: CellEdits = new Map();

/** The queue with some more edits. One that says what's there already takes the waiting one away. */
export function withEdits(edits: CellEdits, more: readonly EditedCell[]): CellEdits {
  const rows = new Map(edits);
  for (const { rowId, column, before, after } of more) {
    const cells = new Map(rows.get(rowId));
    if (after === before) cells.delete(column);
    else cells.set(column, { before, after });
    if (cells.size === 0) rows.delete(rowId);
    else rows.set(rowId, cells);
  }
  return rows;
}

export function listEdits(edits: CellEdits): readonly EditedCell[] {
  return [...edits].flatMap(([rowId, cells]) => [...cells].map(([column, edit]) => ({ rowId, column, ...edit })));
}

export function countEdits(edits: CellEdits): number {
  let count = 0;
  for (const cells of edits.values()) count += cells.size;
  return count;
}

export interface RowOfEdits {
  readonly row_id: string;
  readonly cells: Readonly<Record<string, string | null>>;
}

const ROWS_MAX = 500;
const CELLS_MAX = 5_000;

/** The edits as requests take them, in as few as they may be. */
export function requestsOf(edits: CellEdits): readonly (readonly RowOfEdits[])[] {
  const requests: RowOfEdits[][] = [];
  let cells = 0;
  for (const [rowId, edited] of edits) {
    const last = requests.at(-1);
    const isFull = last === undefined || last.length >= ROWS_MAX || cells + edited.size > CELLS_MAX;
    if (isFull) cells = 0;
    cells += edited.size;
    const row = { row_id: rowId, cells: Object.fromEntries([...edited].map(([column, { after }]) => [column, after])) };
    if (isFull) requests.push([row]);
    else last.push(row);
  }
  return requests;
}

/** What requests write. What was there before isn't known from them. */
export function editsOf(requests: readonly (readonly RowOfEdits[])[]): CellEdits {
  return new Map(
    requests
      .flat()
      .map(({ row_id: row, cells }) => [row, new Map(Object.entries(cells).map(([column, after]) => [column, { before: "", after }]))]),
  );
}

interface Refused {
  readonly row_id: string;
  /** Null: the whole row. */
  readonly column: string | null;
}

/** The edits that were saved: those that were sent, without what was refused. */
export function savedEdits(edits: CellEdits, sent: readonly (readonly RowOfEdits[])[], refused: readonly Refused[]): CellEdits {
  const isRefused = (row: string, column: string) =>
    refused.some((one) => one.row_id === row && (one.column === null || one.column === column));
  const rows = sent.flat().map(({ row_id: row }) => {
    const cells = [...(edits.get(row) ?? [])].filter(([column]) => !isRefused(row, column));
    return [row, new Map(cells)] as const;
  });
  return new Map(rows.filter(([, cells]) => cells.size > 0));
}

/** What still waits once these are saved. A cell that was edited again meanwhile waits. */
export function withoutSaved(edits: CellEdits, saved: CellEdits): CellEdits {
  const rows = [...edits].map(([row, cells]) => {
    const open = [...cells].filter(([column, { after }]) => saved.get(row)?.get(column)?.after !== after);
    return [row, new Map(open)] as const;
  });
  return new Map(rows.filter(([, cells]) => cells.size > 0));
}
