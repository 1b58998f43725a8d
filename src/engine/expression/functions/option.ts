import { isAmong, join, sql } from "../../sql/fragment.ts";
import { foldedLiteral, trimmed } from "../../sql/text-sql.ts";
import { call, type Expression, source } from "../expression.ts";
import { asText, textWithin } from "../term.ts";
import { argument, type FunctionEntry, literalText, type Parameter } from "./function-entry.ts";

/** A product's options have their names and values in columns of their own; a merchant thinks of them by name. */

const SLOTS = [1, 2, 3] as const;
const NAMES_MAX = 50;

const NAME: Parameter = {
  name: "name",
  type: "text",
  literal: { form: "text", fault: (name) => (/\S/.test(name) ? undefined : "an option has a name such as Size") },
};

/** For documents and the checker, which gives the call its columns. */
export const option: FunctionEntry = {
  parameters: [NAME],
  repeats: NAMES_MAX,
  returns: "text",
  summary: "The value of the product's option with one of these names, ignoring case and surrounding white space.",
  blank: "Blank if no option has one of the names. If several options do, the first one counts.",
  examples: [],
  compile: () => {
    throw new RangeError("an option is read from columns, which the checker names");
  },
};

/** `option("Colour", "Farbe")` over the columns that options are kept in. */
export function optionCall(names: readonly Expression[]): Expression {
  return call("_option", ...SLOTS.flatMap((slot) => [source(`option${slot}_name`), source(`option${slot}_value`)]), ...names);
}

/** The names that were written, of such a call. */
export function namesOfOption(args: readonly Expression[]): readonly Expression[] {
  return args.slice(2 * SLOTS.length);
}

const columns = SLOTS.flatMap((slot): readonly Parameter[] => [
  { name: `name_${slot}`, type: "text" },
  { name: `value_${slot}`, type: "text" },
]);

export const optionOf: FunctionEntry = {
  parameters: [...columns, NAME],
  repeats: columns.length + NAMES_MAX,
  returns: "text",
  summary: "The first of three values whose name is one of some names.",
  blank: "Blank if no name matches.",
  examples: [],
  compile: (args) => {
    const names = args.slice(columns.length).map((_, at) => literalText(args, columns.length + at, "").trim());
    const whens = SLOTS.map((_, at) => {
      const [called, value] = [argument(args, 2 * at), argument(args, 2 * at + 1)].map(asText);
      return sql`WHEN ${isAmong(sql`lower(${trimmed(called ?? sql`''`)})`, names, foldedLiteral)} THEN ${value ?? sql`''`}`;
    });
    return textWithin(sql`CASE ${join(whens, sql` `)} ELSE '' END`, args.slice(0, columns.length));
  },
};
