import { z } from "zod";
import { call, compare, type Expression, isBlank, not, source, text } from "../expression/expression.ts";
import { Operand, shownOperand } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** What the reasons begin with; the row that stays follows. */
export const DUPLICATE_START = "Duplicate of ";

/**
 * Of rows with the same value the first of the feed stays; the reason of the others names it. Values are compared ignoring case;
 * blank ones are no duplicates. It looks at the rows that meet its condition and are not excluded so far.
 */
export const deduplicate = ruleType({
  type: "deduplicate",
  summary: "Excludes rows that repeat a value of an earlier row.",
  members: z.strictObject({
    by: Operand.meta({ description: "Value that duplicates have in common: a column, or an expression if it begins with `=`." }),
  }),
  example: { type: "deduplicate", by: "[G]gtin" },
  describe: ({ by }) => `Exclude rows that repeat ${shownOperand(by)}`,
  lower: ({ by }, read) => {
    const first: Expression = { kind: "feedwide", fn: "_first_in_group", args: [read.operand(by, "/by", "text")], only: read.matched };
    return [
      {
        op: "exclude",
        reason: call("concat", text(`${DUPLICATE_START}prod_`), first),
        only: { kind: "all", parts: [not(isBlank(first)), compare(first, "!=", source("id"))] },
      },
    ];
  },
});
