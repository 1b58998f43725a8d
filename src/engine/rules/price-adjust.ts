import { z } from "zod";
import { call, text } from "../expression/expression.ts";
import { Ending, fullEnding, RuleNumber, targetOr } from "./rule-members.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

const AMOUNT_MAX = 1_000_000_000;
/** Factors are exact to six decimals: 10 percent more is 1.1. */
const FACTOR_DECIMALS = 6;

const members = z.strictObject({
  target: targetOr("price"),
  percent: z
    .number()
    .min(-100)
    .max(1000)
    .refine((percent) => Number(percent.toFixed(4)) === percent, "must have at most 4 decimals")
    .optional()
    .meta({ description: "Percentage to add, or to subtract if it's negative." }),
  amount: RuleNumber.min(-AMOUNT_MAX)
    .max(AMOUNT_MAX)
    .optional()
    .meta({ description: "Amount to add, or to subtract if it's negative, in the currency of the price." }),
  decimals: z
    .int()
    .min(0)
    .max(4)
    .optional()
    .meta({ description: "Number of decimals to round to, halves away from zero. The currency's decimals if left out, and never more." }),
  ending: Ending,
  minimum: RuleNumber.min(0).max(AMOUNT_MAX).default(0).meta({ description: "Lowest price the rule can write." }),
});
type Members = z.output<typeof members>;

/**
 * Makes a price dearer or cheaper by percent or by an amount, and keeps its currency: first the change, then the minimum, then
 * the rounding, then the ending, which only goes up. A column without a currency keeps a plain number; one that is blank or no
 * number stays as it is, and so does one whose result would be too large for a price.
 */
export const priceAdjust = ruleType({
  type: "price_adjust",
  summary: "Raises or lowers a price by a percentage or an amount, in its own currency.",
  members,
  example: { type: "price_adjust", target: "price", percent: 8.5, ending: "0.99" },
  describe: ({ target, percent, amount, ending, minimum }) => {
    const by = percent === undefined ? Math.abs(amount ?? 0) : `${Math.abs(percent)} %`;
    const end = ending === undefined ? "" : `, ending in ${ending}`;
    return `${(percent ?? amount ?? 0) < 0 ? "Lower" : "Raise"} ${target} by ${by}${end}${minimum === 0 ? "" : `, at least ${minimum}`}`;
  },
  lower: (given, read) => {
    const present = read.target(given.target, "/target");
    const { factor, addend } = changeOf(given, read);
    const settings = [factor, addend, String(given.minimum), String(given.decimals ?? ""), fullEnding(given.ending ?? "")];
    const value = call("_price_adjusted", present, ...settings.map(text));
    return [{ op: "assign", column: given.target, value }];
  },
});

/** What the price is multiplied by, and what is added then. */
function changeOf({ percent, amount }: Members, read: RuleReading): { readonly factor: string; readonly addend: string } {
  if ((percent === undefined) === (amount === undefined))
    read.fault(percent === undefined ? "" : "/amount", "needs either percent or amount");
  if (percent !== undefined) return { factor: String(Number((1 + percent / 100).toFixed(FACTOR_DECIMALS))), addend: "0" };
  return { factor: "1", addend: String(amount ?? 0) };
}
