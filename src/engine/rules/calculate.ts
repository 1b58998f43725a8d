import { z } from "zod";
import { BLANK, call, type Expression, source, text } from "../expression/expression.ts";
import { currencyCounted, firstNamed } from "../plan/amount-currency.ts";
import { feedColumnType } from "../plan/feed-columns.ts";
import { Ending, fullEnding, RuleValue, shownValue, Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** Where neither the rule nor a currency says. */
const DECIMALS = 2;

/**
 * Writes what a formula comes to: rounded, then with the ending. `half_up` rounds halves away from zero, `up` to the next larger
 * number, `down` to the next smaller. With `decimals` the number is printed with exactly so many, without them it has no trailing
 * zeros. A price is in the currency of the formula's amounts, else in the column's, else in the row's, has its decimals and reads
 * `12.90 USD`. Where the formula comes to no number (a blank column in it, a division by zero) the column keeps its value.
 */
export const calculate = ruleType({
  type: "calculate",
  summary: "Writes the result of a formula, rounded.",
  members: z.strictObject({
    target: Target,
    value: RuleValue.meta({ description: "The formula, such as `=[D]price * 1.2`." }),
    decimals: z.int().min(0).max(9).optional().meta({
      description:
        "Number of decimals to round to and to print: 2 prints `179.80`. If left out, a price is rounded to the decimals of its currency, and any other result to 2 decimals, without trailing zeros. A price is always printed with the decimals of its currency.",
    }),
    rounding: z.enum(["half_up", "up", "down"]).default("half_up").meta({
      description: "half_up: rounds halves away from zero. up: rounds to the next larger number. down: rounds to the next smaller number.",
    }),
    ending: Ending,
  }),
  example: { type: "calculate", target: "sale_price", value: "=[D]price * 0.9", rounding: "up", ending: "0.95" },
  describe: ({ target, value, decimals, ending }) => {
    const usual = feedColumnType(target) === "money" ? "its currency's" : DECIMALS;
    const rounded = `rounded to ${decimals ?? usual} decimals${ending === undefined ? "" : ` and ending in ${ending}`}`;
    return `Set ${target} to ${shownValue(value)}, ${rounded}`;
  },
  lower: ({ target, value, decimals, rounding, ending }, read) => {
    const present = read.target(target, "/target");
    const result = read.value(value, "/value", "number");
    const named = firstNamed(currencyCounted(result), currencyCounted(present));
    const currency = isPrice(present) ? firstNamed(named, source("currency")) : BLANK;
    const settings = [rounding, String(decimals ?? ""), fullEnding(ending ?? "")];
    return [{ op: "assign", column: target, value: call("_calculated", result, present, currency, ...settings.map(text)) }];
  },
});

function isPrice(target: Expression): boolean {
  return target.kind === "column" && feedColumnType(target.name) === "money";
}
