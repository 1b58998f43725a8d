import { CURRENCIES_BY_DECIMALS } from "../../../kernel/money.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { isAmong, join, sql, type } from "../../sql/fragment.ts";
import { isOrdinaryNumber } from "../../sql/text-sql.ts";
import { asNumber, asText, numberTerm, type Term, textTerm } from "../term.ts";
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
    const amount = argument(args, 0);
    const currency = asText(argument(args, 1));
    const special = CURRENCIES_BY_DECIMALS.map(
      ([decimals, codes]) => sql`WHEN ${isAmong(currency, codes)} THEN ${amountText(amount, decimals)}`,
    );
    const text = sql`CASE WHEN length(${currency}) <> 3 THEN NULL ${join(special, sql` `)} ELSE ${amountText(amount, 2)} END || ' ' || ${currency}`;
    return textTerm(sql`coalesce(${text}, '')`, true);
  },
};

/** An amount with so many decimals, NULL where it is none; by the narrow decimal where it is of ordinary size. */
function amountText(amount: Term, decimals: number): Sql {
  const wide = sql`CAST(CAST(${asNumber(amount)} AS ${type(`DECIMAL(28,${decimals})`)}) AS VARCHAR)`;
  if (amount.type !== "text") return wide;
  return sql`CASE WHEN ${isOrdinaryNumber(amount.sql)} THEN CAST(TRY_CAST(${amount.sql} AS ${type(`DECIMAL(18,${decimals})`)}) AS VARCHAR) ELSE ${wide} END`;
}
