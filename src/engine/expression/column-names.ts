import type { ValueType } from "./term.ts";

/** The columns an expression may name, with their types. What is not in here is refused when written and blank when run. */
export interface ColumnsInScope {
  readonly source: ReadonlyMap<string, ValueType>;
  readonly output: ReadonlyMap<string, ValueType>;
  /** Channel attributes, which count as feed columns; a name without its side means a column first. */
  readonly attributes: ReadonlyMap<string, ValueType>;
}

export interface FoundColumn {
  readonly side: "D" | "G";
  readonly name: string;
  readonly type: ValueType;
}

/** A column by its side and name; the case of letters is forgiven where only one column fits. */
export function findColumn(columns: ColumnsInScope, side: "D" | "G" | null, name: string): FoundColumn | undefined {
  if (side === "D") return findNamed(columns.source, "D", name);
  const output = findNamed(columns.output, "G", name);
  const source = side === null ? findNamed(columns.source, "D", name) : undefined;
  return output ?? source ?? findNamed(columns.attributes, "G", name);
}

function findNamed(known: ReadonlyMap<string, ValueType>, side: "D" | "G", name: string): FoundColumn | undefined {
  const exact = known.get(name);
  if (exact !== undefined) return { side, name, type: exact };
  const folded = name.toLowerCase();
  const alike = [...known].filter(([other]) => other.toLowerCase() === folded);
  const [only] = alike;
  return only === undefined || alike.length > 1 ? undefined : { side, name: only[0], type: only[1] };
}

/** Everything `[G]` may name. */
export function outputNames({ output, attributes }: ColumnsInScope): readonly string[] {
  return [...output.keys(), ...attributes.keys()];
}

/** The known names nearest to a misspelt one, at most three: edit distance within a third of the length. */
export function nearestNames(name: string, known: Iterable<string>): readonly string[] {
  const folded = name.toLowerCase();
  const most = Math.max(1, Math.floor(folded.length / 3));
  return [...known]
    .map((other) => ({ other, distance: editDistance(folded, other.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .slice(0, 3)
    .map(({ other }) => other);
}

/** Names past this are compared by their beginning: what a person misspelt is shorter. */
const NAME_LENGTH_MAX = 60;

/** Letters to put in, take out, change or swap, up to `most`. */
function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  const a = left.slice(0, NAME_LENGTH_MAX);
  const b = right.slice(0, NAME_LENGTH_MAX);
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      if (swapped) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `Did you mean …?` with its leading space, or nothing. */
export function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? "" : ` Did you mean ${names.join(" or ")}?`;
}
