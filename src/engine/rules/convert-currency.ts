import { z } from "zod";
import { CurrencyCode } from "../../kernel/currency-code.ts";
import { all, call, compare, type Expression, number, text } from "../expression/expression.ts";
import { RuleValue, shownValue, targetOr } from "./rule-members.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

const TABLE_NAME_MAX = 100;

const members = z.strictObject({
  target: targetOr("price"),
  to: CurrencyCode.meta({ description: "Currency to convert to (ISO 4217)." }),
  rate: RuleValue.optional().meta({
    description: "Value of one unit of the old currency in the new one: a number or `=expression`.",
  }),
  lookup: z
    .string()
    .min(1)
    .max(TABLE_NAME_MAX)
    .optional()
    .meta({ description: "Lookup table to use instead of a rate. Its columns are the old currency and the rate." }),
});
type Members = z.output<typeof members>;

/**
 * Converts an amount to another currency by a rate, and rounds it to that currency's decimals. An amount in that currency
 * already stays as it is; so does one without a currency, and every amount where there is no rate or none above zero: a price
 * without a conversion is worth more than no price or a free one.
 */
export const convertCurrency = ruleType({
  type: "convert_currency",
  summary: "Converts a price to another currency, by a rate or a table of rates.",
  members,
  example: { type: "convert_currency", target: "price", to: "EUR", rate: 0.92 },
  describe: ({ target, to, rate, lookup }) =>
    `Convert ${target} to ${to} ${lookup === undefined ? `at ${shownValue(rate ?? "")}` : `using the table ${lookup}`}`,
  lower: (given, read) => {
    const present = read.target(given.target, "/target");
    const from = call("currency", present);
    const rate = rateOf(given, from, read);
    const to = text(given.to);
    const other = call("_has_other_currency", present, to);
    const only = rate.kind === "number" && Number(rate.value) > 0 ? other : all(other, compare(call("number", rate), ">", number(0)));
    return [{ op: "assign", column: given.target, value: call("_converted", present, rate, to), only }];
  },
});

function rateOf({ rate, lookup }: Members, from: Expression, read: RuleReading): Expression {
  if ((rate === undefined) === (lookup === undefined)) {
    read.fault(rate === undefined ? "" : "/lookup", "needs either a rate or a lookup table of rates");
    return number(1);
  }
  if (lookup !== undefined) return read.lookup(lookup, from, "/lookup");
  if (typeof rate === "number" && rate <= 0) read.fault("/rate", "must be greater than zero");
  return read.value(rate ?? 1, "/rate", "number");
}
