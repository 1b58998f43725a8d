import { list, literal, sql } from "../../sql/fragment.ts";
import { numberOf } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import type { Check } from "../check.ts";
import { MOMENT, saleTime } from "../sale-dates.ts";
import type { CheckKit } from "./check-kit.ts";

const AMOUNT = "[0-9]+(\\.[0-9]{1,3})? [A-Z]{3}";
const PHONES_AND_TABLETS = Object.freeze(["267", "4745"]);

const isAmount = (text: Sql): Sql => sql`regexp_full_match(${text}, ${literal(AMOUNT)})`;
const currency = (text: Sql): Sql => sql`right(${text}, 3)`;

export function priceChecks(kit: CheckKit): readonly Check[] {
  const [price, sale] = [kit.text("price"), kit.text("sale_price")];
  const both = sql`${isAmount(price)} AND ${isAmount(sale)}`;
  const expected = kit.input.feed.currency;
  const mayEqual = kit.options.saleMayEqualPrice === true;
  return [
    ...kit.attributes.filter(({ type }) => type === "price").flatMap(({ name, from }) => format(kit, from ?? name)),
    ...positivePrice(kit),
    ...(expected === null
      ? []
      : kit.row("price", {
          code: "price_currency_mismatch",
          category: "prices",
          severity: "error",
          message: `The price isn't in ${expected}, the currency of the feed.`,
          whatToDo: "Use one currency per feed: map the right price, or convert it with a rule.",
          when: sql`(${isAmount(price)} AND ${currency(price)} <> ${literal(expected)}) OR (${both} AND ${currency(sale)} <> ${currency(price)})`,
          rule: {
            type: "exclude",
            reason: `Price not in ${expected}`,
            condition: `[G]price is not blank and [G]price not ends with "${expected}" or [G]sale_price is not blank and [G]sale_price not ends with "${expected}"`,
          },
        })),
    ...kit.row("sale_price", {
      code: "sale_price_not_lower",
      category: "prices",
      severity: "error",
      message: `The sale price ${mayEqual ? "is higher" : "isn't lower"} than the price.`,
      whatToDo: "Correct the compare-at price in the shop, or leave sale_price blank.",
      when: sql`${both} AND ${numberOf(sale)} ${mayEqual ? sql`>` : sql`>=`} ${numberOf(price)}`,
      rule: { type: "exclude_field", target: "sale_price", condition: `number([G]sale_price) ${mayEqual ? ">" : ">="} number([G]price)` },
    }),
    ...kit.row("sale_price", {
      code: "sale_price_too_low",
      category: "prices",
      severity: "info",
      message: "The sale price is less than a fifth of the price.",
      whatToDo: "Check both prices for a misplaced decimal point.",
      when: sql`${both} AND ${numberOf(sale)} * 5 < ${numberOf(price)}`,
      rule: { type: "exclude_field", target: "sale_price", condition: "number([G]sale_price) * 5 < number([G]price)" },
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
    ...saleDates(kit),
  ];
}

/** A price below zero is an amount here, because `price_zero_or_negative` reports it. */
function format(kit: CheckKit, column: string): readonly Check[] {
  const text = kit.text(column);
  const isPrice = column === "price";
  const form = isPrice ? `-?${AMOUNT}` : AMOUNT;
  return kit.row(column, {
    code: "price_invalid_format",
    category: "prices",
    severity: isPrice ? "error" : "warning",
    message: `${column} ${isPrice ? "" : "is below zero or "}isn't an amount with a currency, such as 15.00 USD.`,
    whatToDo: "Write digits with a decimal point, a space and the currency code.",
    when: sql`${text} <> '' AND NOT regexp_full_match(${text}, ${literal(form)})`,
    rule: { type: "exclude_field", target: column, condition: `[G]${column} is not blank and [G]${column} not matches "^${form}$"` },
  });
}

/** A price above zero; `exempt`: rows that may cost nothing. */
export function positivePrice(kit: CheckKit, exempt: Sql = sql`false`): readonly Check[] {
  const price = kit.text("price");
  return kit.row("price", {
    code: "price_zero_or_negative",
    category: "prices",
    severity: "error",
    message: "The price is zero or less.",
    whatToDo: "Enter a price in the shop, or exclude the row.",
    when: sql`coalesce(${numberOf(price)} <= 0, false) AND NOT (${exempt})`,
    rule: { type: "exclude", reason: "No price", condition: "number([G]price) <= 0" },
  });
}

/** A phone or tablet that costs nothing at once. Some channels accept it if the row names what is paid later. */
export function isFreePhone(kit: CheckKit): Sql {
  const { input } = kit;
  if (input.taxonomy === null) return sql`false`;
  const isPhone = sql`coalesce(list_has_any(${input.rows.category("ids")}, [${list(PHONES_AND_TABLETS.map(literal))}]), false)`;
  return sql`${numberOf(kit.text("price"))} = 0 AND ${isPhone}`;
}

/** Start or end, in the language of rules. */
function part(nth: number): string {
  return `date(split_item([G]sale_price_effective_date, "/", ${nth}))`;
}

const BAD_DATES =
  `[G]sale_price_effective_date is not blank and ([G]sale_price_effective_date not matches "^${MOMENT}/${MOMENT}$" or ` +
  `${part(1)} is blank or ${part(2)} is blank or ` +
  `date_diff(${part(1)}, ${part(2)}, "minute") <= 0 or date_diff(now_at_run(), ${part(2)}, "minute") < 0)`;

function saleDates(kit: CheckKit): readonly Check[] {
  const text = kit.text("sale_price_effective_date");
  const { start, end } = saleTime(text);
  const now = sql`TIMESTAMPTZ ${literal(kit.input.feed.now)}`;
  return kit.row("sale_price_effective_date", {
    code: "sale_date_invalid",
    category: "prices",
    severity: "warning",
    message: "The sale dates don't have the ISO 8601 form start/end, end before they start, or are in the past.",
    whatToDo: "Write dates such as 2026-11-27T00:00+0000/2026-11-30T23:59+0000, or leave the field blank.",
    when: sql`${text} <> '' AND (coalesce(${start} >= ${end}, true) OR ${end} < ${now})`,
    rule: { type: "exclude_field", target: "sale_price_effective_date", condition: BAD_DATES },
  });
}
