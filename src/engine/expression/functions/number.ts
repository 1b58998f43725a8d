import type { Sql } from "../../../kernel/sql.ts";
import { decimal, list, sql } from "../../sql/fragment.ts";
import { product, quotient, remainder, rounded, roundedTo } from "../arithmetic.ts";
import { booleanTerm, numberTerm, type Term } from "../term.ts";
import { numberAt } from "./arguments.ts";
import { type FunctionEntry, literalText, type Parameter } from "./function-entry.ts";
import { named, namedNumber } from "./named.ts";

/** Numbers: exact, with up to 19 digits before the point and 9 after; a result that has no place there is blank. */

const NUMBER = { name: "number", type: "number" } as const;
const BLANK = "A blank number stays blank.";

export const number: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "number",
  summary: "The number in the text, with or without a currency.",
  blank: "Blank if the text isn't a number.",
  examples: [
    [`number("12.90 USD")`, "12.9"],
    [`number("1e5")`, ""],
  ],
  compile: (args) => numberTerm(numberAt(args, 0)),
};

export const isNumber: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "boolean",
  summary: "Whether the text is a number, with or without a currency.",
  blank: "False for blank text.",
  examples: [
    [`is_number("12.90 USD")`, "true"],
    [`is_number("1e5")`, "false"],
  ],
  compile: (args) => booleanTerm(sql`(${numberAt(args, 0)} IS NOT NULL)`),
};

export const abs: FunctionEntry = {
  parameters: [NUMBER],
  returns: "number",
  summary: "The number without its sign.",
  blank: BLANK,
  examples: [
    [`abs(-3.5)`, "3.5"],
    [`abs(2)`, "2"],
  ],
  compile: (args) => numberTerm(sql`abs(${numberAt(args, 0)})`),
};

const DECIMALS: Parameter = { name: "decimals", type: "number", optional: true, literal: { form: "integer", min: 0, max: 9 } };

/** A function that keeps so many decimals, none unless told. */
function rounding(
  entry: Pick<FunctionEntry, "summary" | "examples"> & { readonly round: (value: Sql, decimals: number) => Sql },
): FunctionEntry {
  return {
    parameters: [NUMBER, DECIMALS],
    returns: "number",
    summary: entry.summary,
    blank: BLANK,
    examples: entry.examples,
    compile: (args: readonly Term[]) => {
      const decimals = Number(literalText(args, 1, "0"));
      return numberTerm(namedNumber(args, 0, (value) => entry.round(value, decimals)));
    },
  };
}

export const round = rounding({
  summary: "The number rounded to that many decimals, by default none. Halves are rounded away from zero.",
  examples: [
    [`round(2.345, 2)`, "2.35"],
    [`round(-2.5)`, "-3"],
  ],
  round: rounded,
});

export const ceil = rounding({
  summary: "The number rounded up to that many decimals, by default none.",
  examples: [
    [`ceil(2.341, 2)`, "2.35"],
    [`ceil(-2.5)`, "-2"],
  ],
  round: (value, decimals) => roundedTo("up", value, decimals),
});

export const floor = rounding({
  summary: "The number rounded down to that many decimals, by default none.",
  examples: [
    [`floor(2.349, 2)`, "2.34"],
    [`floor(-2.5)`, "-3"],
  ],
  round: (value, decimals) => roundedTo("down", value, decimals),
});

/** Numbers compared in one call. */
const NUMBERS_MAX = 50;

const numbers = (args: readonly Term[]): Sql => list(args.map((_, at) => numberAt(args, at)));

export const min: FunctionEntry = {
  parameters: [NUMBER],
  repeats: NUMBERS_MAX,
  returns: "number",
  summary: "The smallest of the numbers.",
  blank: "Blank numbers are ignored. Blank if all numbers are blank.",
  examples: [
    [`min(3, 1.5, 2)`, "1.5"],
    [`min(3, blank)`, "3"],
  ],
  compile: (args) => numberTerm(sql`least(${numbers(args)})`),
};

export const max: FunctionEntry = {
  parameters: [NUMBER],
  repeats: NUMBERS_MAX,
  returns: "number",
  summary: "The largest of the numbers.",
  blank: "Blank numbers are ignored. Blank if all numbers are blank.",
  examples: [
    [`max(3, 1.5, 2)`, "3"],
    [`max(blank, -3)`, "-3"],
  ],
  compile: (args) => numberTerm(sql`greatest(${numbers(args)})`),
};

export const mod: FunctionEntry = {
  parameters: [NUMBER, { name: "divisor", type: "number" }],
  returns: "number",
  summary: "The remainder of a division with a whole-number result. It has the sign of the dividend.",
  blank: "Blank if either number is blank, or if the divisor is 0.",
  examples: [
    [`mod(7, 3)`, "1"],
    [`mod(-7.5, 2)`, "-1.5"],
    [`mod(7, 0)`, ""],
  ],
  compile: (args) => numberTerm(namedNumber(args, 0, (value) => namedNumber(args, 1, (divisor) => remainder(value, divisor)))),
};

export const power: FunctionEntry = {
  parameters: [
    { name: "base", type: "number" },
    { name: "exponent", type: "number", literal: { form: "integer", min: -9, max: 9 } },
  ],
  returns: "number",
  summary: "The base raised to the power of the exponent. Each multiplication or division is rounded to nine decimals.",
  blank: "Blank if the base is blank, if the result is too large, or if it would divide by 0.",
  examples: [
    [`power(1.1, 2)`, "1.21"],
    [`power(2, -3)`, "0.125"],
    [`power(5, 0)`, "1"],
  ],
  compile: (args) => {
    const exponent = Number(literalText(args, 1, "1"));
    const one = decimal("1");
    const step = (exponent < 0 ? quotient : product)(sql`so`, sql`factor`);
    // The lambda names what has been made so far; written out it would double with each step.
    const factors = (base: Sql): Sql => list([one, ...Array.from({ length: Math.abs(exponent) }, () => base)]);
    const steps = (base: Sql): Sql =>
      sql`CASE WHEN ${base} IS NOT NULL THEN list_reduce([${factors(base)}], lambda so, factor: ${step}) END`;
    return numberTerm(namedNumber(args, 0, steps));
  },
};

export const percentOf: FunctionEntry = {
  parameters: [
    { name: "part", type: "number" },
    { name: "whole", type: "number" },
  ],
  returns: "number",
  summary: "The part as a percentage of the whole.",
  blank: "Blank if either number is blank, or if the whole is 0.",
  examples: [
    [`percent_of(15, 60)`, "25"],
    [`percent_of(1, 3)`, "33.333333333"],
    [`percent_of(1, 0)`, ""],
  ],
  compile: (args) => {
    const hundredfold = namedNumber(args, 0, (part) => product(part, decimal("100")));
    return numberTerm(named(hundredfold, "hundredfold", (dividend) => namedNumber(args, 1, (whole) => quotient(dividend, whole))));
  },
};

export const clamp: FunctionEntry = {
  parameters: [NUMBER, { name: "low", type: "number" }, { name: "high", type: "number" }],
  returns: "number",
  summary: "The number, limited to at least `low` and at most `high`. If `low` is above `high`, the result is `low`.",
  blank: "A blank number stays blank. A blank bound sets no limit.",
  examples: [
    [`clamp(12, 0, 10)`, "10"],
    [`clamp(-1, 0, 10)`, "0"],
    [`clamp(5, blank, 10)`, "5"],
  ],
  compile: (args) => {
    const [low, high] = [numberAt(args, 1), numberAt(args, 2)];
    return numberTerm(
      namedNumber(args, 0, (value) => sql`CASE WHEN ${value} IS NOT NULL THEN greatest(least(${value}, ${high}), ${low}) END`),
    );
  },
};
