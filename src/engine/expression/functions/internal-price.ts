import { CURRENCIES_BY_DECIMALS } from "../../../kernel/money.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { decimal, integer, join, literal, sql } from "../../sql/fragment.ts";
import { bounded, currencyOf, isBlank, numberOf, numberTextOrNull } from "../../sql/text-sql.ts";
import { product, rounded, sum } from "../arithmetic.ts";
import { asText, booleanTerm, literalText as textLiteral, type Term, textWithin } from "../term.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { convert, nextEnding } from "./money.ts";
import { named, namedHere } from "./named.ts";
import {
  isOrdinaryAmount,
  isOrdinaryMoney,
  nextEnded,
  ordinaryCurrency,
  ordinaryNumber,
  printed,
  shortAmount,
  shortEnding,
  shortNumber,
} from "./ordinary-money.ts";

/**
 * What rules do to prices, each in one function: as a chain of the catalogue's functions every price would be read as a number and
 * printed four times over, in a layer each time. Amounts that are not ordinary go the same way in numbers of the language.
 */

/**
 * SQL for rows of which there are few: DuckDB makes ready what stands in a lambda when there is a row for it, and what stands in a
 * CASE at once, which within another lambda is for each 2,048 rows anew.
 */
export const rarely = (value: Sql, of: (value: Sql) => Sql): Sql => namedHere(value, "rare", of);

/** What stands there; only white space is blank. */
export const unblank = (text: Sql): Sql => sql`CASE WHEN ${isBlank(text)} THEN '' ELSE ${text} END`;

export const TEXT = { type: "text", literal: { form: "text" } } as const;

export const priceAdjusted: FunctionEntry = {
  parameters: [
    { name: "price", type: "text" },
    { name: "factor", ...TEXT },
    { name: "addend", ...TEXT },
    { name: "minimum", ...TEXT },
    { name: "decimals", ...TEXT },
    { name: "ending", ...TEXT },
  ],
  returns: "text",
  summary: "A price times a factor, plus an addend, at least the minimum, rounded, with an ending, in its currency.",
  blank: "A value that isn't an amount is unchanged. Blank stays blank.",
  examples: [],
  compile: (args) => {
    const price = asText(argument(args, 0));
    const [factor = "1", addend = "0", minimum = "0", decimals = "", ending = ""] = args
      .slice(1)
      .map((_, at) => literalText(args, at + 1, ""));
    const change: PriceChange = { factor, addend, minimum, decimals, ending };
    const general = rarely(price, (value) => adjusted(value, change));
    const quick = quicklyAdjusted(price, change);
    const ordinary = sql`WHEN ${isOrdinaryMoney(price)} THEN concat(${quick ?? price}, ${ordinaryCurrency(price)})`;
    return textWithin(sql`CASE ${quick === undefined ? sql`` : ordinary} WHEN ${price} = '' THEN '' ELSE ${general} END`, args.slice(0, 1));
  },
};

interface PriceChange {
  readonly factor: string;
  readonly addend: string;
  readonly minimum: string;
  /** Those of the currency where it is blank. */
  readonly decimals: string;
  readonly ending: string;
}

/** Where neither the rule nor a currency says how many decimals an amount has. */
export const DECIMALS = 2;

function adjusted(price: Sql, { factor, addend, minimum, decimals, ending }: PriceChange): Sql {
  const changed = (number: Sql): Sql => sum(Number(factor) === 1 ? number : product(number, decimal(factor)), decimal(addend));
  const least = (value: Sql): Sql => sql`CASE WHEN ${value} IS NOT NULL THEN greatest(${value}, ${decimal(minimum)}) END`;
  const written = (amount: Sql, code: Sql): Sql => {
    const kept = decimals === "" ? amount : rounded(amount, Number(decimals));
    const plain = rounded(amount, decimals === "" ? DECIMALS : Number(decimals));
    return sql`CASE WHEN ${code} = '' THEN ${plainText(plain, ending)} ELSE ${codedText(kept, code, ending)} END`;
  };
  const amount = named(named(numberOf(price), "number", changed), "changed", least);
  const text = named(amount, "least", (value) => named(currencyOf(price), "code", (code) => written(value, code)));
  return sql`coalesce(${text}, ${unblank(price)})`;
}

/** NULL where it is none, or where its ending is asked for and it has more digits than a text reads as a number. */
function plainText(amount: Sql, ending: string): Sql {
  if (ending === "") return numberTextOrNull(amount);
  return named(sql`TRY_CAST(${amount} AS DECIMAL(27,9))`, "plain", (value) => numberTextOrNull(nextEnding(value, ending)));
}

/** Currencies whose amounts have other than two decimals, and how many of four decimals those do without, point and all. */
const SPARED = CURRENCIES_BY_DECIMALS.map(([decimals, codes]) => [decimals === 0 ? 5 : 4 - decimals, codes.join(" ")] as const);

/** An amount in its currency, rounded to its decimals before it gets its ending and behind that; NULL where it has more than 18 digits. */
export function codedText(amount: Sql, code: Sql, ending: string): Sql {
  const whens = SPARED.map(([spared, codes]) => sql`WHEN contains(${literal(codes)}, ${code}) THEN ${integer(spared)}`);
  return named(sql`CASE ${join(whens, sql` `)} ELSE 2 END`, "spared", (spared) => {
    const inDecimals = (value: Sql): Sql => roundedSparing(spared, value);
    const kept = inDecimals(amount);
    const next =
      ending === ""
        ? kept
        : named(
            named(kept, "kept", (value) => nextEnding(value, ending)),
            "next",
            inDecimals,
          );
    const text = sql`CAST(TRY_CAST(${next} AS DECIMAL(22,4)) AS VARCHAR)`;
    return sql`${named(text, "text", (long) => sql`left(${long}, strlen(${long}) - ${spared})`)} || ' ' || ${code}`;
  });
}

/** Rounded so that a text of four decimals can do without as many of its characters. */
function roundedSparing(spared: Sql, amount: Sql): Sql {
  const whens = SPARED.map(([count]) => sql`WHEN ${integer(count)} THEN round(${amount}, ${integer(Math.max(4 - count, 0))})`);
  return bounded(sql`CASE ${spared} ${join(whens, sql` `)} ELSE round(${amount}, 2) END`);
}

function quicklyAdjusted(price: Sql, { factor, addend, minimum, decimals, ending }: PriceChange): Sql | undefined {
  const [times, plus, least] = [shortNumber(factor), shortAmount(addend), shortAmount(minimum)];
  const end = ending === "" ? null : shortEnding(ending);
  if (times === undefined || plus === undefined || least === undefined || end === undefined) return undefined;
  const multiplied = times.value === 1 ? ordinaryNumber(price) : sql`${ordinaryNumber(price)} * ${times.sql}`;
  const changed = plus.value === 0 ? multiplied : sql`${multiplied} + ${plus.sql}`;
  const raised = least.value === 0 && changed === multiplied && times.value >= 0 ? changed : sql`greatest(${changed}, ${least.sql})`;
  const kept = decimals === "" ? raised : sql`round(${raised}, ${integer(Number(decimals))})`;
  const cents = sql`CAST(${kept} AS DECIMAL(12,2))`;
  return printed(end === null ? cents : nextEnded(cents, end), 2);
}

export const converted: FunctionEntry = {
  parameters: [
    { name: "price", type: "text" },
    { name: "rate", type: "number" },
    { name: "to", ...TEXT },
  ],
  returns: "text",
  summary: "A price in another currency at a rate.",
  blank: "An amount that can't be written in the other currency is unchanged.",
  examples: [],
  compile: (args, environment) => {
    const [price, rate, to] = [argument(args, 0), argument(args, 1), literalText(args, 2, "")];
    const general = named(
      asText(convert.compile([price, rate, textLiteral(to)], environment)),
      "converted",
      (value) => sql`CASE WHEN ${value} = '' THEN ${asText(price)} ELSE ${value} END`,
    );
    const quick = quicklyConverted(asText(price), rate, to);
    if (quick === undefined) return textWithin(general, [price]);
    return textWithin(sql`CASE WHEN ${isOrdinaryAmount(asText(price))} THEN ${quick} ELSE ${general} END`, [price]);
  },
};

/** Nothing where the rate is not written out, or too long. */
function quicklyConverted(price: Sql, rate: Term, to: string): Sql | undefined {
  const times = "literal" in rate && rate.literal !== undefined ? shortNumber(rate.literal) : undefined;
  if (times === undefined || times.whole > 4 || times.value < 0 || !/^[A-Z]{3}$/.test(to)) return undefined;
  const decimals = CURRENCIES_BY_DECIMALS.find(([, codes]) => codes.includes(to))?.[0] ?? 2;
  return sql`concat(${printed(sql`${ordinaryNumber(price)} * ${times.sql}`, decimals)}, ${literal(` ${to}`)})`;
}

export const hasOtherCurrency: FunctionEntry = {
  parameters: [
    { name: "price", type: "text" },
    { name: "to", ...TEXT },
  ],
  returns: "boolean",
  summary: "Whether an amount has a currency, and not this one.",
  blank: "A blank text has none.",
  examples: [],
  compile: (args) => {
    const [price, to] = [asText(argument(args, 0)), literalText(args, 1, "")];
    const other = named(currencyOf(price), "code", (code) => sql`${code} <> '' AND ${code} <> ${literal(to)}`);
    // What ends so is an amount in this currency, or none.
    return booleanTerm(sql`CASE WHEN ends_with(${price}, ${literal(` ${to}`)}) THEN false ELSE ${other} END`);
  },
};
