import { list, literal, sql } from "../../sql/fragment.ts";
import { numberOf } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { AMOUNT, AMOUNT_DIGITS } from "../amounts.ts";
import type { Check } from "../check.ts";
import { isOver, MOMENT, saleTime } from "../sale-dates.ts";
import type { CheckKit } from "./check-kit.ts";

const PHONES_AND_TABLETS = Object.freeze(["267", "4745"]);

/** How a channel reads prices and sale prices, in SQL and in the language of rules. */
interface Reading {
  /** Pattern of an amount. `sign`: pattern of a sign before the digits. */
  readonly form: (sign: string) => string;
  readonly hasForm: (text: Sql, sign: string) => Sql;
  readonly isAmount: (text: Sql) => Sql;
  /** Currency code of a text that is an amount. */
  readonly currency: (text: Sql) => Sql;
  readonly number: (text: Sql) => Sql;
  readonly ruleNumber: (column: string) => string;
  /** Whether a text is in another currency, as a rule's condition. */
  readonly ruleOther: (column: string, currency: string) => string;
}

const USUAL: Reading = {
  form: (sign) => `${sign}${AMOUNT}`,
  hasForm: (text, sign) => sql`regexp_full_match(${text}, ${literal(`${sign}${AMOUNT}`)})`,
  isAmount: (text) => sql`regexp_full_match(${text}, ${literal(AMOUNT)})`,
  currency: (text) => sql`right(${text}, 3)`,
  number: numberOf,
  ruleNumber: (column) => `number([G]${column})`,
  ruleOther: (column, currency) => `[G]${column} is not blank and [G]${column} not ends with "${currency}"`,
};

const NUMBER = "-?[0-9]+(?:\\.[0-9]+)?";

/** For channels that also read amounts of other forms, in which the currency stands anywhere or, if it's the feed's, is left out. */
function readingOf({ options: { priceForms }, input: { feed } }: CheckKit): Reading {
  if (priceForms === undefined) return USUAL;
  const form = (sign: string): string => priceForms(`${sign}${AMOUNT_DIGITS}`);
  // Nearly all amounts have the usual form, and what is asked of that is asked for other channels too, so DuckDB does it once.
  const orElse = (text: Sql, usual: Sql, otherwise: Sql): Sql => sql`CASE WHEN ${USUAL.isAmount(text)} THEN ${usual} ELSE ${otherwise} END`;
  const extracted = (text: Sql, pattern: string): Sql => sql`regexp_extract(${text}, ${literal(pattern)})`;
  return {
    form,
    hasForm: (text, sign) => orElse(text, sql`true`, sql`regexp_full_match(${text}, ${literal(form(sign))})`),
    isAmount: (text) => orElse(text, sql`true`, sql`regexp_full_match(${text}, ${literal(form(""))})`),
    currency: (text) =>
      orElse(text, USUAL.currency(text), sql`coalesce(nullif(${extracted(text, "[A-Z]{3}")}, ''), ${literal(feed.currency ?? "")})`),
    number: (text) => orElse(text, USUAL.number(text), sql`TRY_CAST(${extracted(text, NUMBER)} AS DECIMAL(28,9))`),
    ruleNumber: (column) => `number(regex_extract([G]${column}, "${NUMBER}"))`,
    ruleOther: (column, currency) => `[G]${column} matches cs "[A-Z]{3}" and [G]${column} not contains "${currency}"`,
  };
}

/** Whether a text is an amount in another currency. */
export const isInOtherCurrency = (text: Sql, expected: string): Sql => isInOther(USUAL, text, expected);

function isInOther({ isAmount, currency }: Reading, text: Sql, expected: string): Sql {
  return sql`(${isAmount(text)} AND ${currency(text)} <> ${literal(expected)})`;
}

/** Whether both are amounts, and the sale price isn't lower than the price. */
export const isSaleNotLower = (sale: Sql, price: Sql): Sql => isNotBelow(USUAL, { sale, price, than: sql`>=` });

function isNotBelow(
  { isAmount, number }: Reading,
  { sale, price, than }: { readonly sale: Sql; readonly price: Sql; readonly than: Sql },
): Sql {
  return sql`${isAmount(price)} AND ${isAmount(sale)} AND ${number(sale)} ${than} ${number(price)}`;
}

export function priceChecks(kit: CheckKit): readonly Check[] {
  return [
    ...kit.attributes.filter(({ type }) => type === "price").flatMap(({ name, from }) => format(kit, from ?? name)),
    ...positivePrice(kit),
    ...oneCurrency(kit),
    ...salePrices(kit),
    ...saleDates(kit),
  ];
}

function oneCurrency(kit: CheckKit): readonly Check[] {
  const [price, sale] = [kit.text("price"), kit.text("sale_price")];
  const reading = readingOf(kit);
  const { isAmount, currency, ruleOther } = reading;
  const ofFeed = { place: "feed", currency: kit.input.feed.currency, otherwise: "" };
  const { place, currency: expected, otherwise } = kit.options.sellsAt ?? ofFeed;
  if (expected === null) return [];
  return kit.row("price", {
    code: "price_currency_mismatch",
    category: "prices",
    severity: "error",
    message: `The price isn't in ${expected}, the currency of the ${place}.`,
    whatToDo: `Use one currency per feed: map the right price, or convert it with a rule.${otherwise}`,
    when: sql`${isInOther(reading, price, expected)} OR (${isAmount(price)} AND ${isAmount(sale)} AND ${currency(sale)} <> ${currency(price)})`,
    rule: {
      type: "exclude",
      reason: `Price not in ${expected}`,
      condition: `${ruleOther("price", expected)} or ${ruleOther("sale_price", expected)}`,
    },
  });
}

function salePrices(kit: CheckKit): readonly Check[] {
  const [price, sale] = [kit.text("price"), kit.text("sale_price")];
  const reading = readingOf(kit);
  const { isAmount, number, ruleNumber } = reading;
  const both = sql`${isAmount(price)} AND ${isAmount(sale)}`;
  const mayEqual = kit.options.saleMayEqualPrice === true;
  const [ofPrice, ofSale] = [ruleNumber("price"), ruleNumber("sale_price")];
  return [
    ...kit.row("sale_price", {
      code: "sale_price_not_lower",
      category: "prices",
      severity: "error",
      message: `The sale price ${mayEqual ? "is higher" : "isn't lower"} than the price.`,
      whatToDo: "Correct the compare-at price in the shop, or leave sale_price blank.",
      when: isNotBelow(reading, { sale, price, than: mayEqual ? sql`>` : sql`>=` }),
      rule: { type: "exclude_field", target: "sale_price", condition: `${ofSale} ${mayEqual ? ">" : ">="} ${ofPrice}` },
    }),
    ...kit.row("sale_price", {
      code: "sale_price_too_low",
      category: "prices",
      severity: "info",
      message: "The sale price is less than a fifth of the price.",
      whatToDo: "Check both prices for a misplaced decimal point.",
      when: sql`${both} AND ${number(sale)} * 5 < ${number(price)}`,
      rule: { type: "exclude_field", target: "sale_price", condition: `${ofSale} * 5 < ${ofPrice}` },
    }),
    ...kit.row("sale_price", {
      code: "sale_price_without_price",
      category: "prices",
      severity: "error",
      message: "The product has a sale price but no price.",
      whatToDo: "Set price to the regular price, outside the sale.",
      when: sql`${sale} <> '' AND ${price} = ''`,
      rule: { type: "exclude_field", target: "sale_price", condition: "[G]price is blank" },
    }),
  ];
}

/** A price below zero is an amount here, because `price_zero_or_negative` reports it. */
function format(kit: CheckKit, column: string): readonly Check[] {
  const text = kit.text(column);
  const isPrice = column === "price";
  const reading = readingOf(kit);
  const mayBeZero = column !== "sale_price" || kit.options.zeroPrices === true;
  const sign = isPrice ? "-?" : "";
  const { form, hasForm } = isPrice || column === "sale_price" ? reading : USUAL;
  return kit.row(column, {
    code: "price_invalid_format",
    category: "prices",
    severity: isPrice ? "error" : "warning",
    message: `${column} ${isPrice ? "" : mayBeZero ? "is below zero or " : "is zero or less, or "}isn't an amount with a currency, such as 15.00 USD.`,
    whatToDo: "Write digits with a decimal point, a space and the currency code.",
    when: sql`${text} <> '' AND (NOT ${hasForm(text, sign)}${mayBeZero ? sql`` : sql` OR coalesce(${reading.number(text)} <= 0, false)`})`,
    rule: {
      // Without a price the channel would refuse the row all the same.
      ...(isPrice ? { type: "exclude", reason: "price isn't an amount" } : { type: "exclude_field", target: column }),
      condition: `[G]${column} is not blank and ([G]${column} not matches cs "^(?:${form(sign)})$"${mayBeZero ? "" : ` or ${reading.ruleNumber(column)} <= 0`})`,
    },
  });
}

/** Rows that may cost nothing, for the check and in the language of rules. */
interface Exempt {
  readonly when: Sql;
  readonly rule: string;
}

/** A price above zero. */
export function positivePrice(kit: CheckKit, exempt?: Exempt): readonly Check[] {
  const price = kit.text("price");
  const { number, ruleNumber } = readingOf(kit);
  return kit.row("price", {
    code: "price_zero_or_negative",
    category: "prices",
    severity: "error",
    message: "The price is zero or less.",
    whatToDo: "Enter a price in the shop, or exclude the row.",
    when: sql`coalesce(${number(price)} <= 0, false) AND NOT (${exempt?.when ?? sql`false`})`,
    rule: {
      type: "exclude",
      reason: "No price",
      condition: `${ruleNumber("price")} <= 0${exempt === undefined ? "" : ` and not (${exempt.rule})`}`,
    },
  });
}

/** A phone or tablet that costs nothing at once. Some channels accept it if the row names what is paid later. */
export function isFreePhone(kit: CheckKit): Sql {
  const { input } = kit;
  if (input.taxonomy === null) return sql`false`;
  const isPhone = sql`coalesce(list_has_any(${input.rows.category("ids")}, [${list(PHONES_AND_TABLETS.map(literal))}]), false)`;
  return sql`${numberOf(kit.text("price"))} = 0 AND ${isPhone}`;
}

/** The same in the language of rules. */
export const IS_FREE_PHONE = `number([G]price) = 0 and (${PHONES_AND_TABLETS.map((id) => `category_under([G]google_product_category, ${id})`).join(" or ")})`;

/** Start or end, in the language of rules. */
function part(nth: number): string {
  return `split_item([G]sale_price_effective_date, "/", ${nth})`;
}

const BAD_DATES =
  `[G]sale_price_effective_date is not blank and ([G]sale_price_effective_date not matches cs "^${MOMENT}/${MOMENT}$" or ` +
  `date(${part(1)}) is blank or date(${part(2)}) is blank or ` +
  `${isOver(part(2), `date(${part(1)})`)} or ${isOver(part(2), "now_at_run()")})`;

/** What is said of sale dates that a channel can't use. */
export const SALE_DATE_INVALID = Object.freeze({
  code: "sale_date_invalid",
  category: "prices",
  severity: "warning",
  message: "The sale dates don't have the ISO 8601 form start/end, end before they start, or are in the past.",
  whatToDo: "Write dates such as 2026-11-27T00:00+0000/2026-11-30T23:59+0000, or leave the field blank.",
  rule: { type: "exclude_field", target: "sale_price_effective_date", condition: BAD_DATES },
} as const);

function saleDates(kit: CheckKit): readonly Check[] {
  const text = kit.text("sale_price_effective_date");
  const { start, end } = saleTime(text);
  const now = sql`TIMESTAMPTZ ${literal(kit.input.feed.now)}`;
  const when = sql`${text} <> '' AND (coalesce(${start} >= ${end}, true) OR ${end} <= ${now})`;
  return kit.row("sale_price_effective_date", { ...SALE_DATE_INVALID, when });
}
