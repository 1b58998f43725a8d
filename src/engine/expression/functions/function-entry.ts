import type { Sql } from "../../../kernel/sql.ts";
import type { Term, ValueType } from "../term.ts";

/**
 * One function of the language: what a person reads of it, what the checker asks of its arguments, and its SQL.
 *
 * `compile` is total: whatever the rows hold, it yields a value or blank, never an error. The checker has counted the
 * arguments and seen their types; a text given for a number is converted with `asNumber`, and so on.
 */
export interface FunctionEntry {
  readonly parameters: readonly Parameter[];
  /** The last parameter may be given again, up to so many arguments in all. */
  readonly repeats?: number;
  /** `same`: the common type of the arguments that take any, text where they differ. */
  readonly returns: ValueType | "same";
  /** What it yields, in one sentence. */
  readonly summary: string;
  /** What it makes of blank arguments, and of those that do not fit. */
  readonly blank: string;
  /** Expressions without columns and the text each yields; the tests run them. */
  readonly examples: readonly (readonly [expression: string, result: string])[];
  readonly compile: (args: readonly Term[], environment: Environment) => Term;
}

export interface Parameter {
  readonly name: string;
  /** `any` takes every type as it is. */
  readonly type: ValueType | "any";
  readonly optional?: true;
  /** It must be written as a literal, of this form. */
  readonly literal?: LiteralForm;
  /** A larger number that is written out is refused; one of a row is taken for this. */
  readonly most?: number;
}

export type LiteralForm =
  /** One of some words. */
  | { readonly form: "word"; readonly of: readonly string[] }
  | { readonly form: "integer"; readonly min: number; readonly max: number }
  /** A regular expression (RE2) of at most 1,000 characters, judged when it is written. */
  | { readonly form: "pattern" }
  /** Any text; `fault` names what is wrong with one. */
  | { readonly form: "text"; readonly fault?: (text: string) => string | undefined };

/** What an expression may know besides the row. */
export interface Environment {
  /** The start of the run as TIMESTAMP (UTC), so that a run can be repeated. */
  readonly now: Sql;
}

/** An argument the checker has counted; the compiler only needs the types to agree. */
export function argument(args: readonly Term[], at: number): Term {
  const found = args[at];
  if (found === undefined) throw new RangeError(`argument ${at + 1} is missing`);
  return found;
}

/** The text of an argument that the checker has seen to be a literal; `fallback` where it was not given. */
export function literalText(args: readonly Term[], at: number, fallback: string): string {
  const found = args[at];
  return found !== undefined && "literal" in found && found.literal !== undefined ? found.literal : fallback;
}

/** As people write it: `left(text, count)`, `round(number[, decimals])`, `concat(text, …)`. */
export function signatureOf(name: string, { parameters, repeats }: Pick<FunctionEntry, "parameters" | "repeats">): string {
  const shown = parameters.map((parameter, at) =>
    parameter.optional === true ? `[${at === 0 ? "" : ", "}${parameter.name}]` : `${at === 0 ? "" : ", "}${parameter.name}`,
  );
  return `${name}(${shown.join("")}${repeats === undefined ? "" : ", …"})`;
}
