import { CURRENCIES_BY_DECIMALS } from "../../../kernel/money.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { decimal, isAmong, isDecimal, join, list, literal, sql, type } from "../../sql/fragment.ts";
import { bounded, currencyOf, isOrdinaryNumber, numberText } from "../../sql/text-sql.ts";
import { difference, fixedText, product, quotient, remainder } from "../arithmetic.ts";
import { asNumber, asText, numberTerm, type Term, textTerm } from "../term.ts";
import { numberAt, textAt } from "./arguments.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { named, namedNumber } from "./named.ts";

/** Amounts of money as channels read them: `12.90 USD`, with the decimals that ISO 4217 gives the currency. */

const MONEY = { name: "money", type: "money" } as const;

export const money: FunctionEntry = {
  parameters: [
    { name: "number", type: "number" },
    { name: "currency", type: "text" },
  ],
  returns: "money",
  summary: "An amount with as many decimals as its currency has, such as `12.90 USD`. Halves are rounded away from zero.",
  blank: "Blank if the number is blank or has more than 18 digits, or if the currency isn't three capital letters.",
  examples: [
    [`money(12.9, "USD")`, "12.90 USD"],
    [`money(1234.5, "JPY")`, "1235 JPY"],
    [`money(5, "dollars")`, ""],
  ],
  compile: (args) => {
    const code = argument(args, 1);
    return textTerm(withCurrency(amountText(argument(args, 0), code), code), "money");
  },
};

export const amount: FunctionEntry = {
  parameters: [MONEY],
  returns: "number",
  summary: "The number in an amount of money, without the currency.",
  blank: "Blank if the value isn't an amount.",
  examples: [
    [`amount("12.90 USD")`, "12.9"],
    [`amount(blank)`, ""],
  ],
  compile: (args) => numberTerm(numberAt(args, 0)),
};

export const currency: FunctionEntry = {
  parameters: [MONEY],
  returns: "text",
  summary: "The currency code in an amount of money: three letters.",
  blank: "Blank if the value isn't an amount, or has no currency.",
  examples: [
    [`currency("12.90 USD")`, "USD"],
    [`currency("12.90")`, ""],
  ],
  compile: (args) => textTerm(currencyOf(textAt(args, 0))),
};

export const convert: FunctionEntry = {
  parameters: [MONEY, { name: "rate", type: "number" }, { name: "to", type: "text" }],
  returns: "money",
  summary: "An amount multiplied by a rate, in another currency and with that currency's decimals. The amount doesn't need a currency.",
  blank: "Blank if any argument is blank, or if the currency isn't three capital letters.",
  examples: [
    [`convert("10.00 EUR", 1.085, "USD")`, "10.85 USD"],
    [`convert("9.99 EUR", 160.5, "JPY")`, "1603 JPY"],
    [`convert(blank, 2, "USD")`, ""],
  ],
  compile: (args) => {
    const converted = namedNumber(args, 0, (price) => namedNumber(args, 1, (rate) => product(price, rate)));
    const to = argument(args, 2);
    const printed = (number: Sql): Sql => byDecimals(to, (decimals) => fixedText(number, decimals));
    return textTerm(withCurrency(named(converted, "amount", printed), to), "money");
  },
};

export const marginPercent: FunctionEntry = {
  parameters: [
    { name: "price", type: "money" },
    { name: "cost", type: "money" },
  ],
  returns: "number",
  summary: "The margin that a price leaves after the cost, in percent of the price.",
  blank: "Blank if either number is blank, or if the price is 0.",
  examples: [
    [`margin_percent("20.00 USD", "15.00 USD")`, "25"],
    [`margin_percent(10, 12)`, "-20"],
    [`margin_percent(0, 5)`, ""],
  ],
  compile: (args) => {
    const percent = (price: Sql): Sql => {
      const left = difference(price, numberAt(args, 1));
      return named(left, "rest", (rest) =>
        named(product(rest, decimal("100")), "hundredfold", (hundredfold) => quotient(hundredfold, price)),
      );
    };
    return numberTerm(namedNumber(args, 0, percent));
  },
};

/** The ending as a number: `.99` and `0.99` alike. */
const endingOf = (text: string): string => text.trim().replace(/^(?=\.)/, "0");

function endingFault(text: string): string | undefined {
  const ending = endingOf(text);
  return /^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(ending) ? undefined : "an ending is a number such as 0.99, 9.99 or 99";
}

export const priceEnding: FunctionEntry = {
  parameters: [
    { name: "price", type: "money" },
    { name: "ending", type: "text", literal: { form: "text", fault: endingFault } },
  ],
  returns: "money",
  summary:
    "The next amount with this ending, never below the price. `0.99` sets the decimals, `9.99` also the last digit before the point, and `99` the last two digits before the point. The currency stays.",
  blank: "Blank if the price is blank.",
  examples: [
    [`price_ending("12.30 USD", "0.99")`, "12.99 USD"],
    [`price_ending("12.99 USD", "0.99")`, "12.99 USD"],
    [`price_ending("12.30 USD", "9.99")`, "19.99 USD"],
    [`price_ending(1234, "99")`, "1299"],
  ],
  compile: (args) => {
    const next = namedNumber(args, 0, (price) => nextEnding(price, endingOf(literalText(args, 1, "0"))));
    const given = argument(args, 0);
    const printed = (number: Sql): Sql => {
      if (given.type === "number") return numberText(number);
      return named(currencyOf(asText(given)), "currency", (code) => {
        const amountOf = byDecimals(textTerm(code), (decimals) => fixedText(number, decimals));
        return sql`CASE WHEN ${code} = '' THEN ${numberText(number)} ELSE ${withCurrency(amountOf, textTerm(code))} END`;
      });
    };
    return textTerm(named(next, "price", printed), "money");
  },
};

/** The smallest number that is not below the price and is the ending and a multiple of its power of ten. */
export function nextEnding(price: Sql, written: string): Sql {
  const ending = isDecimal(written) ? written : "0";
  const digits = Number(ending) < 1 ? 0 : String(Math.trunc(Number(ending))).length;
  const step = decimal(String(10 ** digits));
  return named(remainder(difference(price, decimal(ending)), step), "rest", (rest) =>
    bounded(sql`(CASE WHEN ${rest} > 0 THEN ${price} + ${step} - ${rest} ELSE ${price} - ${rest} END)`),
  );
}

/** An amount that has been printed, and its currency; blank where either is none. */
function withCurrency(printed: Sql, given: Term): Sql {
  const code = asText(given);
  return sql`coalesce(CASE WHEN regexp_full_match(${code}, '[A-Z]{3}') THEN ${printed} || ' ' || ${code} END, '')`;
}

/** At most four: `IN` with more constants is planned as a join, which loses the order of the rows. */
const COMMON_CURRENCIES: readonly string[] = ["USD", "EUR", "GBP", "CAD"];

/** What is printed with the decimals of a currency, found while compiling where it is written out. */
export function byDecimals(given: Term, printed: (decimals: number) => Sql): Sql {
  if (given.type === "text" && given.literal !== undefined) return printed(decimalsOf(given.literal));
  const code = asText(given);
  const special = CURRENCIES_BY_DECIMALS.map(([decimals, codes]) => sql`WHEN ${isAmong(code, codes)} THEN ${printed(decimals)}`);
  // The currencies of most shops first: looking for one in the lists of the others costs as much as printing the amount.
  return sql`CASE WHEN ${code} IN (${list(COMMON_CURRENCIES.map(literal))}) THEN ${printed(2)} ${join(special, sql` `)} ELSE ${printed(2)} END`;
}

function decimalsOf(code: string): number {
  return CURRENCIES_BY_DECIMALS.find(([, codes]) => codes.includes(code))?.[0] ?? 2;
}

/** An amount with the decimals of its currency, NULL where it is none; straight from its text where that is of ordinary size. */
export function amountText(given: Term, code: Term): Sql {
  const wide = named(asNumber(given), "amount", (number) => byDecimals(code, (decimals) => fixedText(number, decimals)));
  if (given.type !== "text") return wide;
  const narrow = byDecimals(code, (decimals) => sql`CAST(TRY_CAST(${given.sql} AS ${type(`DECIMAL(18,${decimals})`)}) AS VARCHAR)`);
  return sql`CASE WHEN ${isOrdinaryNumber(given.sql)} THEN ${narrow} ELSE ${wide} END`;
}
