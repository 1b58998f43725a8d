import type { Sql } from "../../../kernel/sql.ts";
import { decimal, list, literal, sql, type } from "../../sql/fragment.ts";
import { rounded, roundedTo } from "../arithmetic.ts";
import { asNumber, asText, BLANK_TERM, textTerm, textWithin } from "../term.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { codedText, DECIMALS, rarely, TEXT, unblank } from "./internal-price.ts";
import { byDecimals, nextEnding } from "./money.ts";
import { named, namedHere } from "./named.ts";
import { isOrdinaryCurrency, nextEnded, ORDINARY_DIGITS, printed, shortEnding } from "./ordinary-money.ts";

type Rounding = "half_up" | "up" | "down";
const ROUNDINGS: readonly Rounding[] = ["half_up", "up", "down"];

export const calculated: FunctionEntry = {
  parameters: [
    { name: "result", type: "number" },
    { name: "present", type: "text" },
    { name: "currency", type: "text" },
    { name: "rounding", type: "text", literal: { form: "word", of: ROUNDINGS } },
    { name: "decimals", ...TEXT },
    { name: "ending", ...TEXT },
  ],
  returns: "text",
  summary: "A result rounded, with an ending, in a currency with its decimals.",
  blank: "A blank result leaves the column unchanged. Without a currency of three capital letters the result is a number.",
  examples: [],
  compile: (args) => {
    const present = asText(argument(args, 1));
    const currency = argument(args, 2);
    const decimals = literalText(args, 4, "");
    const written: Calculation = {
      currency: currency === BLANK_TERM ? undefined : asText(currency),
      rounding: ROUNDINGS.find((known) => known === literalText(args, 3, "")) ?? "half_up",
      decimals: decimals === "" ? undefined : Number(decimals),
      ending: literalText(args, 5, ""),
    };
    const either = (result: Sql): Sql => {
      const quick = quickCalculation(result, written);
      const values = [...(quick === undefined ? [] : [quick]), rarely(result, (value) => calculation(value, written)), unblank(present)];
      return sql`CASE WHEN ${result} IS NULL THEN ${unblank(present)} ELSE coalesce(${list(values)}) END`;
    };
    return textWithin(namedHere(asNumber(argument(args, 0)), "result", either), args.slice(1, 2));
  },
};

interface Calculation {
  /** Currency code of the price; not set if the result is a plain number. */
  readonly currency: Sql | undefined;
  readonly rounding: Rounding;
  /** As the rule says, and then a number without a currency is printed with all of them, `179.80`. */
  readonly decimals: number | undefined;
  readonly ending: string;
}

function calculation(result: Sql, { currency, rounding, decimals, ending }: Calculation): Sql {
  const roundedBy = (places: number): Sql => (rounding === "half_up" ? rounded(result, places) : roundedTo(rounding, result, places));
  const ended = (kept: Sql): Sql => (ending === "" ? kept : named(kept, "kept", (value) => nextEnding(value, ending)));
  const plain = ended(roundedBy(decimals ?? DECIMALS));
  const bare = decimals === undefined ? bareNumber(plain) : exactNumber(plain, decimalsShown(decimals, ending));
  if (currency === undefined) return bare;
  return namedHere(currency, "code", (code) => {
    const amount = decimals === undefined ? ended(byDecimals(textTerm(code), roundedBy)) : plain;
    const coded = named(amount, "amount", (value) => codedText(value, code, ""));
    return sql`CASE WHEN regexp_full_match(${code}, '[A-Z]{3}') THEN ${coded} ELSE ${bare} END`;
  });
}

/** Decimals that quick rounding leaves. */
const QUICK_DECIMALS_MAX = 4;

/** NULL where it is not for this result, or not for its currency. */
function quickCalculation(result: Sql, { currency, rounding, decimals: asked, ending }: Calculation): Sql | undefined {
  const end = ending === "" ? null : shortEnding(ending);
  const decimals = asked ?? DECIMALS;
  if (end === undefined || decimals > QUICK_DECIMALS_MAX) return undefined;
  const kept = quicklyRounded(sql`CAST(${result} AS DECIMAL(16,9))`, rounding, decimals);
  const amount = end === null ? kept : nextEnded(kept, end);
  const shortest = end === null ? withoutZeros(printed(kept, decimals), decimals) : printed(amount, end.decimals);
  const plain = asked === undefined ? shortest : printed(amount, decimalsShown(decimals, ending));
  const most = decimal("9".repeat(ORDINARY_DIGITS));
  const coded = (code: Sql): Sql => sql`CASE WHEN ${isOrdinaryCurrency(code)} THEN concat(${printed(amount, DECIMALS)}, ' ', ${code}) END`;
  const written = currency === undefined ? plain : namedHere(currency, "currency", coded);
  return sql`CASE WHEN ${result} >= 0 AND ${result} <= ${most} THEN ${written} END`;
}

/** A number of nine decimals, not negative, with fewer. */
function quicklyRounded(number: Sql, rounding: Rounding, decimals: number): Sql {
  const kept = type(`DECIMAL(${8 + decimals},${decimals})`);
  const unit = decimals === 0 ? "1" : `0.${"1".padStart(decimals, "0")}`;
  switch (rounding) {
    case "half_up":
      return sql`CAST(${number} AS ${kept})`;
    case "up":
      return sql`CAST(${number} + CAST(${literal(`0.${"4".padStart(decimals + 1, "0").padEnd(9, "9")}`)} AS DECIMAL(9,9)) AS ${kept})`;
    case "down":
      return sql`CAST(${number} - ${number} % CAST(${literal(unit)} AS DECIMAL(10,9)) AS ${kept})`;
    default:
      return rounding satisfies never;
  }
}

/** Drops trailing zeros. DuckDB would compile a regular expression again for every 2,048 rows of a lambda. */
function withoutZeros(text: Sql, decimals: number): Sql {
  return decimals === 0 ? text : sql`rtrim(rtrim(${text}, '0'), '.')`;
}

/** An ending may have more decimals than a number is rounded to. */
function decimalsShown(decimals: number, ending: string): number {
  return Math.max(decimals, ending.split(".")[1]?.length ?? 0);
}

/** Digits that a number has before its point at most. */
const WHOLE_DIGITS = 19;

function exactNumber(number: Sql, decimals: number): Sql {
  return sql`CAST(TRY_CAST(${number} AS ${type(`DECIMAL(${WHOLE_DIGITS + decimals},${decimals})`)}) AS VARCHAR)`;
}

function bareNumber(number: Sql): Sql {
  return withoutZeros(sql`CAST(${number} AS VARCHAR)`, 9);
}
