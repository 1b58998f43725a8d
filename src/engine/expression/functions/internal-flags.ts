import { integer, join, sql } from "../../sql/fragment.ts";
import { asBoolean, asText, booleanTerm, numberTerm } from "../term.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";

/** What watching a chain needs: whether a step changed a value, and many answers in one column. */

/** Exactly: the language's own comparison disregards case and compares numbers. */
export const differs: FunctionEntry = {
  parameters: [
    { name: "a", type: "text" },
    { name: "b", type: "text" },
  ],
  returns: "boolean",
  summary: "Whether two strings differ in any character.",
  blank: "Blank differs from everything but blank.",
  examples: [],
  compile: (args) => booleanTerm(sql`(${asText(argument(args, 0))} <> ${asText(argument(args, 1))})`),
};

/** Flags one number holds: a BIGINT has 63 bits to give away. */
export const FLAGS_MAX = 60;

export const flags: FunctionEntry = {
  parameters: [{ name: "flag", type: "boolean" }],
  repeats: FLAGS_MAX,
  returns: "number",
  summary: "Booleans as the bits of a whole number, the first one as 1.",
  blank: "None is blank.",
  examples: [],
  compile: (args) =>
    numberTerm(
      sql`(${join(
        args.map((flag, at) => sql`CASE WHEN ${asBoolean(flag)} THEN ${bit(at)} ELSE 0 END`),
        sql` + `,
      )})`,
    ),
};

/** Written out, for 2^53 and more are no numbers of JavaScript's. */
function bit(at: number) {
  return sql`(CAST(1 AS BIGINT) << ${integer(at)})`;
}
