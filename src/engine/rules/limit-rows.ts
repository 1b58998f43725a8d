import { z } from "zod";
import { all, compare, type Expression, number, text } from "../expression/expression.ts";
import { Operand, shownOperand } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

const KEEP_MAX = 10_000_000;

/** `per` is there or not: a rule that looks at the whole feed says so. */
export function limitReason({ keep, per }: { readonly keep: unknown; readonly per?: unknown }): string {
  const kept = keep === 1 ? "Not the one row" : `Not among the ${String(keep)} rows`;
  return `${kept} kept in ${per === undefined ? "the feed" : "its group"}`;
}

/**
 * Keeps the rows that rank highest (or lowest) by a value, in the feed or within each group, and excludes the others. It looks at the
 * rows that meet its condition and are not excluded so far, as they stand at this rule. Blank values rank last; ties keep the
 * feed's order.
 */
export const limitRows = ruleType({
  type: "limit_rows",
  summary: "Keeps a number of rows, ranked by a value, in the feed or in each group, and excludes the rest.",
  members: z.strictObject({
    keep: z.int().min(0).max(KEEP_MAX).meta({ description: "Number of rows to keep, in the feed or in each group." }),
    by: Operand.meta({ description: "Value to rank rows by: a column, or an expression if it begins with `=`." }),
    order: z.enum(["desc", "asc"]).default("desc").meta({ description: "`desc` keeps the highest values, `asc` the lowest." }),
    per: Operand.optional().meta({ description: "Value to group rows by. Rows with the same value form a group." }),
  }),
  example: { type: "limit_rows", keep: 100, by: "[D]inventory_quantity", per: "[D]vendor" },
  describe: ({ keep, by, order, per }) =>
    `Keep the ${keep === 1 ? "row" : `${keep} rows`} with the ${order === "desc" ? "highest" : "lowest"} ${shownOperand(by)}${per === undefined ? "" : ` per ${shownOperand(per)}`}`,
  lower: ({ keep, by, order, per }, read) => {
    const group: readonly Expression[] = per === undefined ? [] : [read.operand(per, "/per", "text")];
    const place: Expression = {
      kind: "feedwide",
      fn: "_row_number",
      args: [read.operand(by, "/by"), text(order), ...group],
      only: read.matched,
    };
    return [{ op: "exclude", reason: text(limitReason({ keep, per })), only: all(compare(place, ">", number(keep))) }];
  },
});
