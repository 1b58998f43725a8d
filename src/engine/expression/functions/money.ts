import { CURRENCIES_BY_DECIMALS } from "../../../kernel/money.ts";
import { integer, join, list, literal, sql, type } from "../../sql/fragment.ts";
import { asNumber, asText, numberTerm, textTerm } from "../term.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";

export const number: FunctionEntry = {
  signature: "number(text)",
  summary: "The number a text is; blank when it is none.",
  compile: (args) => numberTerm(asNumber(argument(args, 0))),
};

/** Two decimals unless ISO 4217 gives the currency another number; rounded half away from zero. */
export const money: FunctionEntry = {
  signature: "money(number, currency)",
  summary: "An amount as channels read it: `12.90 USD`, with the decimals of the currency. Blank when either is.",
  compile: (args) => {
    const amount = asNumber(argument(args, 0));
    const currency = asText(argument(args, 1));
    const printed = (decimals: number) => sql`CAST(CAST(${amount} AS ${type(`DECIMAL(28,${decimals})`)}) AS VARCHAR)`;
    const special = CURRENCIES_BY_DECIMALS.map(
      ([decimals, codes]) => sql`WHEN ${currency} IN (${list(codes.map(literal))}) THEN ${printed(decimals)}`,
    );
    const text = sql`CASE ${join(special, sql` `)} ELSE ${printed(2)} END || ' ' || ${currency}`;
    return textTerm(sql`CASE WHEN length(${currency}) <> ${integer(3)} THEN '' ELSE coalesce(${text}, '') END`, true);
  },
};
