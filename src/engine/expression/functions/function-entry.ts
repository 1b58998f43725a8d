import type { Term } from "../term.ts";

/** One function of the language. `compile` is total: it yields blank where DuckDB would throw. */
export interface FunctionEntry {
  /** As shown to people: `money(number, currency)`. */
  readonly signature: string;
  readonly summary: string;
  readonly compile: (args: readonly Term[]) => Term;
}

/** An argument the checker has counted; the compiler only needs the types to agree. */
export function argument(args: readonly Term[], at: number): Term {
  const found = args[at];
  if (found === undefined) throw new RangeError(`argument ${at + 1} is missing`);
  return found;
}
