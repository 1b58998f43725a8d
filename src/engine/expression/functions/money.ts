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
  summary: "An amount with the decimals of its currency, a half rounded away from zero: `12.90 USD`.",
  blank: "Blank where the number is, has more than 18 digits, or the currency is not three capital letters.",
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
  summary: "The number of an amount of money, without its currency.",
  blank: "Blank where it is no amount.",
  examples: [
    [`amount("12.90 USD")`, "12.9"],
    [`amount(blank)`, ""],
  ],
  compile: (args) => numberTerm(numberAt(args, 0)),
};

export const currency: FunctionEntry = {
  parameters: [MONEY],
  returns: "text",
  summary: "The currency of an amount of money: its three letters.",
  blank: "Blank where it is no amount, or one without a currency.",
  examples: [
    [`currency("12.90 USD")`, "USD"],
    [`currency("12.90")`, ""],
  ],
  compile: (args) => textTerm(currencyOf(textAt(args, 0))),
};

export const convert: FunctionEntry = {
  parameters: [MONEY, { name: "rate", type: "number" }, { name: "to", type: "text" }],
  returns: "money",
  summary: "An amount times a rate, with another currency and its decimals. An amount without a currency will do.",
  blank: "Blank where one of them is, or the currency is not three capital letters.",
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
  summary: "What is left of a price after the cost, in percent of the price.",
  blank: "Blank where one is, or the price is 0.",
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
    "The next amount, never below the price, that ends so: `0.99` is about the decimals, `9.99` also about the last digit before the point, `99` about the last two. The currency stays.",
  blank: "Blank where the price is.",
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
function byDecimals(given: Term, printed: (decimals: number) => Sql): Sql {
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
