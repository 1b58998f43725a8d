import type { Change, Reverted, States } from "../definitions/index.ts";
import type { Cell } from "./cell-queries.ts";

/** What a cell is and shall be; null for none. */
export interface CellDifference {
  readonly rowId: number;
  readonly column: string;
  readonly before: string | null;
  readonly value: string | null;
}

/** Cells that differ, in the order of row and column. */
export function differencesOf({ before, after }: Change<readonly Cell[]>): readonly CellDifference[] {
  const wanted = new Map(after.map((cell) => [keyOf(cell), cell]));
  const changed = before.flatMap(({ value: was, ...cell }): readonly CellDifference[] => {
    const value = wanted.get(keyOf(cell))?.value ?? null;
    wanted.delete(keyOf(cell));
    return value === was ? [] : [{ ...cell, before: was, value }];
  });
  const added = [...wanted.values()].map((cell) => ({ ...cell, before: null }));
  return [...changed, ...added].toSorted(byPlace);
}

/** The cells as differences leave them, in the same order. */
export function cellsWith(cells: readonly Cell[], differences: readonly CellDifference[]): readonly Cell[] {
  const named = new Set(differences.map(keyOf));
  const kept = cells.filter((cell) => !named.has(keyOf(cell)));
  const written = differences.flatMap(({ rowId, column, value }) => (value === null ? [] : [{ rowId, column, value }]));
  return [...kept, ...written].toSorted(byPlace);
}

/** Cells now without what a change did to them. */
export function revertCells({ before, after, now }: States<readonly Cell[]>): Reverted<readonly Cell[]> {
  const touched = differencesOf({ before, after });
  const present = new Map(now.map((cell) => [keyOf(cell), cell.value]));
  const conflicts = touched.filter((cell) => (present.get(keyOf(cell)) ?? null) !== cell.value);
  return {
    value: cellsWith(
      now,
      touched.map((cell) => ({ ...cell, before: cell.value, value: cell.before })),
    ),
    conflicts: conflicts.map(({ rowId, column }) => `cell ${column} of row ${rowId}`),
  };
}

type Place = Pick<Cell, "rowId" | "column">;

function keyOf({ rowId, column }: Place): string {
  return `${rowId} ${column}`;
}

function byPlace(a: Place, b: Place): number {
  return a.rowId - b.rowId || (a.column < b.column ? -1 : 1);
}
