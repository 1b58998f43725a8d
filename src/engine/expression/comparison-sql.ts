import type { Sql } from "../../kernel/sql.ts";
import { join, keyword, literal, sql } from "../sql/fragment.ts";
import { currencyOf, foldedLiteral } from "../sql/text-sql.ts";
import type { Comparison } from "./expression.ts";
import { asBlank, asDate, asFolded, asFoldedItems, asNumber, asText, isNumeric, readsAs, type Term } from "./term.ts";

const SYMBOLS = { "=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=" } as const;
type OrderedSymbol = (typeof SYMBOLS)[keyof typeof SYMBOLS];

/** What a comparison is in SQL; never NULL. */
export function comparison(operator: Comparison, left: Term, right: Term, caseSensitive: boolean): Sql {
  const fold = caseSensitive ? asText : asFolded;
  switch (operator) {
    case "contains":
      return readsAs(left) === "list" && !caseSensitive ? hasItem(left, right) : contained(left, right, fold, caseSensitive);
    case "starts with":
      return sql`starts_with(${fold(left)}, ${fold(right)})`;
    case "ends with":
      return sql`ends_with(${fold(left)}, ${fold(right)})`;
    default:
      return ordered(SYMBOLS[operator], left, right, fold);
  }
}

/** Both ends belong to it. */
export function between(value: Term, low: Term, high: Term, caseSensitive: boolean): Sql {
  return sql`(${comparison(">=", value, low, caseSensitive)} AND ${comparison("<=", value, high, caseSensitive)})`;
}

function contained(left: Term, right: Term, fold: (term: Term) => Sql, caseSensitive: boolean): Sql {
  if (readsAs(left) !== "list" || !caseSensitive) return sql`contains(${fold(left)}, ${fold(right)})`;
  const items = sql`concat(',', regexp_replace(trim(${asText(left)}), '\\s*,\\s*', ',', 'g'), ',')`;
  return sql`(contains(${items}, concat(',', trim(replace(${asText(right)}, ',', chr(8218))), ',')) AND NOT ${asBlank(right)})`;
}

/** Membership: an item of a list is compared whole. A comma within an item is U+201A in a list. */
function hasItem(left: Term, right: Term): Sql {
  if (right.type === "text" && right.literal !== undefined) {
    const item = right.literal.trim().replaceAll(",", "\u201A");
    return item === "" ? sql`false` : sql`contains(${asFoldedItems(left)}, ${foldedLiteral(`,${item},`)})`;
  }
  return sql`(contains(${asFoldedItems(left)}, concat(',', trim(replace(${asFolded(right)}, ',', chr(8218))), ',')) AND NOT ${asBlank(right)})`;
}

/**
 * Numbers when one side's type is number or money and both read as one; dates likewise; else text (rules, section 1). Amounts
 * of two currencies are unequal and in no order, and a blank is neither below nor above anything.
 */
function ordered(symbol: OrderedSymbol, left: Term, right: Term, fold: (term: Term) => Sql): Sql {
  const texts = textOrder(symbol, left, right, fold);
  if (isNumeric(left) || isNumeric(right)) {
    const numbers = sql`${asNumber(left)} ${keyword(symbol)} ${asNumber(right)}`;
    return sql`coalesce(${ofOneCurrency(symbol, left, right, numbers)}, ${texts})`;
  }
  if (left.type === "date" || right.type === "date") return sql`coalesce(${asDate(left)} ${keyword(symbol)} ${asDate(right)}, ${texts})`;
  return texts;
}

function textOrder(symbol: OrderedSymbol, left: Term, right: Term, fold: (term: Term) => Sql): Sql {
  const texts = sql`${fold(left)} ${keyword(symbol)} ${fold(right)}`;
  if (symbol === "=" || symbol === "<>") return sql`(${texts})`;
  const present = [left, right].filter((term) => !isLiteral(term)).map((term) => sql` AND NOT ${asBlank(term)}`);
  return sql`(${texts}${join(present, sql``)})`;
}

function isLiteral(term: Term): boolean {
  return "literal" in term && term.literal !== undefined && term.literal.trim() !== "";
}

/** Only where both sides may name a currency is there one to compare. */
function ofOneCurrency(symbol: OrderedSymbol, left: Term, right: Term, numbers: Sql): Sql {
  const [l, r] = [currencyIn(left), currencyIn(right)];
  if (l === undefined || r === undefined) return sql`(${numbers})`;
  const differ = sql`${l} <> '' AND ${r} <> '' AND ${l} <> ${r}`;
  return sql`CASE WHEN ${differ} THEN ${symbol === "<>" ? sql`true` : sql`false`} ELSE ${numbers} END`;
}

/** The currency an amount names; `undefined` where the value cannot be an amount with one. */
function currencyIn(term: Term): Sql | undefined {
  if (term.type !== "text") return undefined;
  if (term.literal === undefined) return currencyOf(term.sql);
  const found = AMOUNT.exec(term.literal)?.[1];
  return found === undefined ? undefined : literal(found);
}

const AMOUNT = /^\s*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})? ([A-Z]{3})\s*$/;
