import type { Sql } from "../../../kernel/sql.ts";
import { isBareAmount } from "../../sql/bare-amount.ts";
import { integer, list, literal, sql } from "../../sql/fragment.ts";
import { bounded } from "../../sql/text-sql.ts";
import { asText, BLANK_TERM, type Term, textTerm, textWithin } from "../term.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";
import { amountText } from "./money.ts";
import { namedHere } from "./named.ts";

export const priced: FunctionEntry = {
  parameters: [
    { name: "value", type: "text" },
    { name: "currency", type: "text" },
  ],
  returns: "text",
  summary: "A bare amount with a currency and its decimals; anything else stays as it is.",
  blank: "Blank stays blank; without a currency of three capital letters an amount stays bare.",
  examples: [],
  compile: (args) => {
    const [value, currency] = [argument(args, 0), argument(args, 1)];
    if (currency === BLANK_TERM) return textWithin(asText(value), [value], "money");
    const code = asText(currency);
    const coded = (text: Sql): Sql =>
      sql`CASE WHEN ${isBareAmount(text)} AND regexp_full_match(${code}, '[A-Z]{3}')
        THEN coalesce(${amountText(bareAmount(text), currency)} || ' ' || ${code}, ${text}) ELSE ${text} END`;
    return textWithin(namedHere(asText(value), "written", coded), [value], "money");
  },
};

/** A text that is known to be a bare amount: even `.5` is a number here. */
function bareAmount(text: Sql): Term {
  return { type: "text", sql: text, reads: "text", form: (form) => (form === "number" ? bounded(text) : undefined) };
}

/** ISO 4217's code for what has no currency. Channels accept no price in it, and what is counted from one stays in it. */
const NO_CURRENCY = "XXX";

/** Values that may name the currency of one amount. */
const NAMING_MAX = 1_000;

export const sharedCurrency: FunctionEntry = {
  parameters: [{ name: "currency", type: "text" }],
  repeats: NAMING_MAX,
  returns: "text",
  summary: "The currency that several codes agree on, or `XXX` if they differ.",
  blank: "Blank codes don't count.",
  examples: [],
  compile: (args) => {
    const codes = sql`list_distinct(list_filter([${list(args.map(asText))}], lambda code: code <> ''))`;
    const one = (found: Sql): Sql =>
      sql`CASE len(${found}) WHEN ${integer(0)} THEN '' WHEN ${integer(1)} THEN ${found}[1] ELSE ${literal(NO_CURRENCY)} END`;
    return textTerm(namedHere(codes, "codes", one));
  },
};
