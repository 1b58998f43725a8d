import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql, type } from "../../sql/fragment.ts";

/**
 * Amounts as nearly all shops have them, `12.90 USD`: up to seven digits, at most two decimals, a currency that has two. On
 * those rules count in 64 bits, at a tenth of what the numbers of the language cost; all others go the general way, and
 * both come to the same.
 */

/** Currencies of two decimals that most shops sell in; the rest of them goes the general way. */
export const ORDINARY_CURRENCIES: readonly string[] = Object.freeze(
  "AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS INR MXN MYR NOK NZD PLN RON SAR SEK SGD THB TRY USD ZAR".split(" "),
);

/** Digits before the point of an ordinary amount. */
export const ORDINARY_DIGITS = 7;
/** Digits that 64 bits hold. */
const DIGITS_MAX = 18;
/** Digits of a number that an ordinary amount can be multiplied by within them. */
const FACTOR_DIGITS_MAX = DIGITS_MAX - ORDINARY_DIGITS - 2;

const ORDINARY = `[0-9]{1,${ORDINARY_DIGITS}}(?:\\.[0-9]{1,2})? `;

export function isOrdinaryMoney(text: Sql): Sql {
  return sql`regexp_full_match(${text}, ${literal(`${ORDINARY}(?:${ORDINARY_CURRENCIES.join("|")})`)})`;
}

export function isOrdinaryCurrency(code: Sql): Sql {
  return sql`regexp_full_match(${code}, ${literal(ORDINARY_CURRENCIES.join("|"))})`;
}

/** The same with any currency, for where only the number counts. */
export function isOrdinaryAmount(text: Sql): Sql {
  return sql`regexp_full_match(${text}, ${literal(`${ORDINARY}[A-Z]{3}`)})`;
}

/** The number of an ordinary amount, as DECIMAL(9,2). */
export function ordinaryNumber(text: Sql): Sql {
  return sql`CAST(substr(${text}, 1, strlen(${text}) - 4) AS DECIMAL(9,2))`;
}

/** The space and the currency behind an ordinary amount. */
export function ordinaryCurrency(text: Sql): Sql {
  return sql`substr(${text}, strlen(${text}) - 3)`;
}

/** A number that is written out and of few enough digits to count with. */
interface ShortNumber {
  readonly sql: Sql;
  /** Digits before the point. */
  readonly whole: number;
  readonly decimals: number;
  readonly value: number;
}

/** Nothing where it is too long. */
export function shortNumber(written: string): ShortNumber | undefined {
  const found = /^(-?)0*([0-9]*?)(?:\.([0-9]*?)0*)?$/.exec(written.trim());
  const [, sign = "", whole = "", fraction = ""] = found ?? [];
  const digits = whole.length + fraction.length;
  if (found === null || digits > FACTOR_DIGITS_MAX) return undefined;
  const text = `${sign}${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`;
  const kept = type(`DECIMAL(${Math.max(digits, 1)},${fraction.length})`);
  return { sql: sql`CAST(${literal(text)} AS ${kept})`, whole: whole.length, decimals: fraction.length, value: Number(text) };
}

/** A number of at most two decimals that an ordinary amount may be added to or compared with. */
export function shortAmount(written: string): ShortNumber | undefined {
  const found = shortNumber(written);
  return found === undefined || found.whole > ORDINARY_DIGITS || found.decimals > 2 ? undefined : found;
}

/** Digits an ending may have before its point and behind it. */
const ENDING_DIGITS_MAX = 2;

export function shortEnding(written: string): ShortNumber | undefined {
  const found = shortNumber(written);
  return found === undefined || found.whole > ENDING_DIGITS_MAX || found.decimals > ENDING_DIGITS_MAX ? undefined : found;
}

/** The next amount up, from one that is not negative and has at most nine digits before the point and four behind it. */
export function nextEnded(amount: Sql, { sql: ending, whole }: ShortNumber): Sql {
  if (whole === 0) return sql`(ceil(${amount} - ${ending}) + ${ending})`;
  const tenth = sql`CAST(${literal(`0.${"1".padStart(whole, "0")}`)} AS ${type(`DECIMAL(${whole},${whole})`)})`;
  const tens = sql`CAST(${literal(`1${"0".repeat(whole)}`)} AS ${type(`DECIMAL(${whole + 1},0)`)})`;
  return sql`(CAST(ceil((${amount} - ${ending}) * ${tenth}) AS DECIMAL(12,0)) * ${tens} + ${ending})`;
}

/** An amount of up to twelve digits before the point, with so many decimals, as text. */
export function printed(amount: Sql, decimals: number): Sql {
  return sql`CAST(CAST(${amount} AS ${type(`DECIMAL(${12 + decimals},${decimals})`)}) AS VARCHAR)`;
}
