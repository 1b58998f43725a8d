/** Rows as JSON in one text. */
export interface JoinedRows {
  /** UTF-8, with a comma between two rows. */
  readonly json: Buffer;
  /** Where each row ends in it. */
  readonly ends: readonly number[];
}

const EMPTY = Buffer.alloc(0);
const COMMA = Buffer.from(",");

export const NO_ROWS: JoinedRows = Object.freeze({ json: EMPTY, ends: Object.freeze([]) });

/** Where texts of these lengths end that have a comma between two of them. */
export function endsOf(lengths: readonly number[]): readonly number[] {
  let end = -1;
  return lengths.map((length) => (end += 1 + length));
}

/** Some of the rows, from the first to the one before `behind`, without a copy. */
export function sliceOf({ json, ends }: JoinedRows, first: number, behind: number): Buffer {
  const last = Math.min(behind, ends.length);
  return first >= last ? EMPTY : json.subarray(beginOf(ends, first), ends[last - 1]);
}

/** Behind the comma that follows the row before. */
const beginOf = (ends: readonly number[], nth: number): number => (nth === 0 ? 0 : (ends[nth - 1] ?? 0) + 1);

/** Parts as one text, without those that have no row. */
export function joined(parts: readonly Buffer[]): Buffer {
  const filled = parts.filter(({ length }) => length > 0);
  const [first = EMPTY] = filled;
  return filled.length <= 1 ? first : Buffer.concat(filled.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part])));
}

/** The rows sorted by place. Usually they are already. */
export function inOrder(rows: JoinedRows, places: readonly number[]): JoinedRows {
  if (places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))) return rows;
  const parts = places
    .map((place, at) => ({ place, row: sliceOf(rows, at, at + 1) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ row }) => row);
  return { json: joined(parts), ends: endsOf(parts.map(({ length }) => length)) };
}
