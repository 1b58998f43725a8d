import type { ListedState } from "./source-row-queries.ts";
import type { SourceRowsQuery } from "./source-row-shapes.ts";

/** Positions in a list; `to` is exclusive. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

/** What decides how many rows are read at once. */
export interface BlocksOf {
  readonly query: SourceRowsQuery;
  readonly state: ListedState;
  /** Rows of each row group of the snapshot's file, in the list's order; empty if the list has another order than the file, or if nobody knows. */
  readonly groups: readonly number[];
}

/** Pages of a scroll that are read at once: who asks for a row or two at a time doesn't scroll through thousands. */
const PAGES_AT_ONCE = 40;
/** For a list in another order than the file's: each block reads from most of the file's groups. */
const ROWS_AT_ONCE = 4_000;
/** Characters that such rows may hold, as estimated before they are read. */
const CHARACTERS_AT_ONCE = 16_000_000;
/** Assumed of a list that names no columns. */
const USUAL_COLUMNS = 50;
/** Quotes, a comma and the column's name. */
const AROUND_VALUE_CHARACTERS = 20;

/**
 * The block that is read for a place; every place in it has the same block. A row group is decoded as a whole, whichever of its rows are wanted, so it's
 * one block, or several of the same size if it holds far more rows than that.
 */
export function blockAround(place: number, of: BlocksOf): Places {
  const fitting = Math.max(1, rowsThatFit(of));
  const usual = PAGES_AT_ONCE * of.query.per_page;
  const group = groupAround(place, of.groups);
  if (group === undefined) return partAround(place, { from: 0, to: Infinity }, Math.min(fitting, usual, ROWS_AT_ONCE));
  const rows = group.to - group.from;
  const parts = Math.max(1, Math.floor(rows / usual), Math.ceil(rows / fitting));
  return partAround(place, group, Math.ceil(rows / parts));
}

function partAround(place: number, { from, to }: Places, size: number): Places {
  const start = from + Math.floor((place - from) / size) * size;
  return { from: start, to: Math.min(start + size, to) };
}

function groupAround(place: number, groups: readonly number[]): Places | undefined {
  let from = 0;
  for (const rows of groups) {
    if (place < from + rows) return { from, to: from + rows };
    from += rows;
  }
  return undefined;
}

/** No value is shown longer than `cut`, and all of them together are as long as an average row is. */
function rowsThatFit({ query, state }: BlocksOf): number {
  const columns = query.columns?.split(",").length ?? USUAL_COLUMNS;
  const characters = columns * AROUND_VALUE_CHARACTERS + Math.min(columns * query.cut, state.rowBytes ?? Infinity);
  return Math.floor(CHARACTERS_AT_ONCE / characters);
}
