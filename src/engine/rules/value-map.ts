import { z } from "zod";
import { call, type Expression, mapped, text } from "../expression/expression.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { RuleValue, shownValue, Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import type { RuleReading } from "./rule-type.ts";

/** How `replace_many` and `map_values` find the value that belongs to another: by pairs of their own, or a lookup table of the shop. */

const PAIRS_MAX = 1_000;
const TABLE_NAME_MAX = 100;

const ValuePair = z.strictObject({ from: ruleText(TEXT_LENGTH_MAX).min(1), to: ruleText(TEXT_LENGTH_MAX) });

export const MapMembers = z.strictObject({
  target: Target,
  pairs: z
    .array(ValuePair)
    .min(1)
    .max(PAIRS_MAX)
    .optional()
    .meta({ description: "Whole values, compared ignoring case, and the string to write for each." }),
  lookup: z
    .string()
    .min(1)
    .max(TABLE_NAME_MAX)
    .optional()
    .meta({ description: "Lookup table to use instead of pairs. Its first column is the key." }),
  column: z
    .string()
    .min(1)
    .max(TABLE_NAME_MAX)
    .optional()
    .meta({ description: "Column of the lookup table to write. The second column if left out." }),
  default: RuleValue.optional().meta({
    description:
      "Value to write if no pair matches. `keep`, the default, leaves the column unchanged, `blank` blanks it, and anything else is a string or `=expression` to write.",
  }),
});
type MapMembers = z.output<typeof MapMembers>;

/** The value that belongs to `value`; `present` is what the column holds. */
export function belonging(
  value: Expression,
  present: Expression,
  members: MapMembers & { readonly match?: "whole" | "word" | "text" },
  read: RuleReading,
): Expression {
  const { pairs, lookup, column, match = "whole" } = members;
  const otherwise = otherwiseOf(present, members, read);
  if ((pairs === undefined) === (lookup === undefined)) {
    read.fault(pairs === undefined ? "" : "/lookup", "needs either pairs or a lookup table");
    return otherwise;
  }
  if (lookup !== undefined && match !== "whole")
    read.fault("/match", "can only be used with pairs; a lookup table always matches whole values");
  if (lookup !== undefined) return call("coalesce", read.lookup(lookup, value, "/lookup", column), otherwise);
  if (column !== undefined) read.fault("/column", "can only be used with a lookup table");
  refuseContradictions(pairs ?? [], read);
  if (match !== "whole") refuseLong(pairs ?? [], read);
  return mapped(value, pairs ?? [], otherwise, match === "whole" ? undefined : match);
}

export function shownMap({ pairs, lookup, default: otherwise }: MapMembers): string {
  const count = (pairs ?? []).length;
  const table = lookup === undefined ? `${count} ${count === 1 ? "pair" : "pairs"}` : `the table ${lookup}`;
  if (otherwise === undefined || otherwise === "keep") return table;
  return `${table}, else ${otherwise === "blank" ? "blank" : shownValue(otherwise)}`;
}

function otherwiseOf(present: Expression, { default: otherwise }: MapMembers, read: RuleReading): Expression {
  if (otherwise === undefined || otherwise === "keep") return present;
  return otherwise === "blank" ? text("") : read.value(otherwise, "/default");
}

/** A text that is looked for everywhere in a value may be as long as that of `replace`. */
const FIND_LENGTH_MAX = 1_000;

function refuseLong(pairs: readonly { readonly from: string }[], read: RuleReading): void {
  for (const [at, { from }] of pairs.entries())
    if (from.length > FIND_LENGTH_MAX)
      read.fault(`/pairs/${at}/from`, `can have at most ${FIND_LENGTH_MAX} characters when it is searched for within a value`);
}

/** Tables are pasted together, so a pair may stand there twice; that two say different things is a mistake. */
function refuseContradictions(pairs: readonly { readonly from: string; readonly to: string }[], read: RuleReading): void {
  const seen = new Map<string, { readonly at: number; readonly to: string }>();
  pairs.forEach(({ from, to }, at) => {
    const first = seen.get(from.toLowerCase());
    if (first === undefined) seen.set(from.toLowerCase(), { at, to });
    else if (first.to !== to) read.fault(`/pairs/${at}/from`, `has another value in pair ${first.at + 1}; remove one of them`);
  });
}
