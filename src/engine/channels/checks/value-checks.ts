import { integer, isAmong, literal, sql } from "../../sql/fragment.ts";
import { hasMatch, numberOf } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { alike } from "../attribute.ts";
import type { Check } from "../check.ts";
import { measureForm } from "../measures.ts";
import { QUOTED } from "../quoted-items.ts";
import { type CheckKit, YES } from "./check-kit.ts";
import { endOf, isOver, MOMENT, momentOf } from "../sale-dates.ts";

/** Availability, dates, measures, bundles. */
export function valueChecks(kit: CheckKit): readonly Check[] {
  return [...availability(kit), ...expiry(kit), ...measures(kit), ...groups(kit), ...units(kit), ...bundles(kit), ...adult(kit)];
}

/** As rows have it, and as OpenAI writes it. */
const PREORDER = ["preorder", "pre_order"];

/** Whether availability is one of some words, in the language of rules. */
const isIn = (states: readonly string[]): string =>
  `[G]availability in (${states
    .flatMap(alike)
    .map((state) => `"${state}"`)
    .join(", ")})`;

const availabilityOf = (kit: CheckKit): Sql => sql`lower(replace(${kit.text("availability")}, ' ', '_'))`;

function availability(kit: CheckKit): readonly Check[] {
  const quantity = numberOf(kit.input.rows.carried("inventory_quantity"));
  return [
    ...availabilityDates(kit),
    ...kit.row("availability", {
      code: "inventory_availability_conflict",
      category: "availability",
      severity: "warning",
      message: "The product is marked as in stock, but the shop has none left.",
      whatToDo: "Check whether the shop sells the product when it's out of stock. If it doesn't, set availability to out_of_stock.",
      when: sql`${availabilityOf(kit)} = 'in_stock' AND coalesce(${quantity} <= 0, false)`,
      rule: {
        type: "set_value",
        target: "availability",
        value: "out_of_stock",
        condition: `${isIn(["in_stock"])} and number([D]inventory_quantity) <= 0 and [D]inventory_tracked != "false"`,
      },
    }),
  ];
}

function availabilityDates(kit: CheckKit): readonly Check[] {
  const date = kit.text("availability_date");
  const now = sql`TIMESTAMPTZ ${literal(kit.input.feed.now)}`;
  const alone = kit.options.preordersAloneDated === true;
  const dated = alone ? PREORDER : [...PREORDER, "backorder"];
  const past = sql`${isAmong(availabilityOf(kit), PREORDER)} AND ${endOf(date)} <= ${now}`;
  const invalid = sql`coalesce(${momentOf(date)} > ${now} + INTERVAL 1 YEAR, true)`;
  return [
    ...kit.row("availability_date", {
      code: "availability_date_missing",
      category: "availability",
      severity: "error",
      message: `A product on preorder${alone ? "" : " or backorder"} has no availability_date.`,
      whatToDo: "Set availability_date to the day it will ship, such as 2026-12-24.",
      when: sql`${isAmong(availabilityOf(kit), dated)} AND ${date} = ''`,
      rule: {
        type: "set_value",
        target: "availability",
        value: "out_of_stock",
        condition: `${isIn(dated)} and [G]availability_date is blank`,
      },
    }),
    ...kit.row("availability_date", {
      code: "availability_date_invalid",
      category: "availability",
      severity: "warning",
      message: `availability_date isn't an ISO 8601 date, ${alone ? "is in the past for a product on preorder, " : ""}or is more than a year ahead.`,
      whatToDo: `Write a date${alone ? " to come" : ""} such as 2026-12-24 or 2026-12-24T13:00+0000.`,
      when: sql`${date} <> '' AND (${invalid}${alone ? sql` OR (${past})` : sql``})`,
      rule: {
        type: "exclude_field",
        target: "availability_date",
        condition: `${tooLate("availability_date", 365)}${alone ? ` or (${isIn(PREORDER)} and ${isOver("[G]availability_date", "now_at_run()")})` : ""}`,
      },
    }),
  ];
}

/** No date, one that no calendar has, or one that many days ahead. */
function tooLate(column: string, days: number): string {
  const date = `date([G]${column})`;
  return `[G]${column} is not blank and ([G]${column} not matches cs "^${MOMENT}$" or ${date} is blank or date_diff(now_at_run(), ${date}, "day") >= ${days})`;
}

const EXPIRES_WITHIN_DAYS = 30;

function expiry(kit: CheckKit): readonly Check[] {
  const date = kit.text("expiration_date");
  const now = sql`TIMESTAMPTZ ${literal(kit.input.feed.now)}`;
  return [
    ...kit.row("expiration_date", {
      code: "expired_item",
      category: "availability",
      severity: "error",
      message: "expiration_date is in the past, so the channel won't show the product.",
      whatToDo: "Leave expiration_date blank, or set it to a future date.",
      when: sql`${endOf(date)} <= ${now}`,
      rule: {
        type: "exclude_field",
        target: "expiration_date",
        condition: isOver("[G]expiration_date", "now_at_run()"),
      },
    }),
    ...kit.row("expiration_date", {
      code: "expiration_date_invalid",
      category: "availability",
      severity: "warning",
      message: `expiration_date isn't an ISO 8601 date, or is more than ${EXPIRES_WITHIN_DAYS} days ahead.`,
      whatToDo: "Write a date such as 2026-12-24, at most 30 days ahead, or leave the field blank.",
      when: sql`${date} <> '' AND coalesce(${momentOf(date)} > ${now} + INTERVAL ${integer(EXPIRES_WITHIN_DAYS)} DAY, true)`,
      rule: { type: "exclude_field", target: "expiration_date", condition: tooLate("expiration_date", EXPIRES_WITHIN_DAYS) },
    }),
  ];
}

/** 2000 lb or 1000 kg, in every unit. */
const WEIGHT_MAX: Readonly<Record<string, number>> = { lb: 2_000, oz: 32_000, kg: 1_000, g: 1_000_000 };
const LENGTH_MAX = 3_000;

interface Range {
  /** What the text ends with, as a pattern, and the most its number may be then. */
  readonly most: readonly (readonly [string, number])[];
  readonly isPositive: boolean;
}

function rangeOf(name: string): Range {
  const isPositive = name !== "shipping_weight";
  const weights = Object.entries(WEIGHT_MAX).map(([unit, most]) => [`(?i)[0-9 ]${unit}$`, most] as const);
  return { most: name.includes("weight") ? weights : [["$", LENGTH_MAX]], isPositive };
}

function outOfForm(column: string, form: string, { most, isPositive }: Range): string {
  const amount = `number(regex_extract([G]${column}, "^[0-9.]+"))`;
  const tooMuch = most.map(([unit, number]) => ` or ([G]${column} matches "${unit}" and ${amount} > ${number})`).join("");
  return `[G]${column} is not blank and ([G]${column} not matches "^${form}$"${isPositive ? ` or ${amount} <= 0` : ""}${tooMuch})`;
}

function measures(kit: CheckKit): readonly Check[] {
  return kit.attributes.flatMap(({ name, from, type, units: allowed }) => {
    if (type !== "measure" || allowed === null || name.startsWith("unit_pricing")) return [];
    const column = from ?? name;
    const text = kit.text(column);
    const range = rangeOf(name);
    const form = measureForm(allowed);
    const amount = sql`TRY_CAST(regexp_extract(${text}, '^[0-9.]+') AS DOUBLE)`;
    const tooLittle = range.isPositive ? sql` OR ${amount} <= 0` : sql``;
    const outOfRange = range.most.reduce(
      (all, [unit, most]) => sql`${all} OR (${hasMatch(text, unit)} AND ${amount} > ${integer(most)})`,
      tooLittle,
    );
    return kit.row(column, {
      code: name === "shipping_weight" ? "shipping_weight_invalid" : "dimension_invalid",
      category: "shipping",
      severity: "warning",
      message: `${column} isn't a number with one of the units ${allowed.join(", ")}, or is out of range.`,
      whatToDo: `Write a number, a space and a unit, such as 1.5 ${allowed[0] ?? ""}.`,
      when: sql`${text} <> '' AND (NOT regexp_full_match(${text}, ${literal(form)})${outOfRange})`,
      rule: {
        type: "exclude_field",
        target: column,
        condition: outOfForm(column, form, range),
      },
    });
  });
}

const SHIPPING = "country:region:service:price";

/** Groups of shipping, as a pattern. A group has the parts of `SHIPPING`, and behind them those that only this channel has. */
function shippingForm({ attributes, options }: CheckKit): string {
  const { parts } = attributes.find(({ name }) => name === "shipping") ?? {};
  const further = Math.max(0, (parts?.length ?? 0) - SHIPPING.split(":").length);
  const separators = options.shippingSeparators ?? ",";
  const group = (part: string): string => `(?:[A-Z]{2})?(?::${part}){2}:[0-9]+(?:\\.[0-9]{1,3})? ?[A-Z]{3}(?::[^:,;]*){0,${further}}`;
  // Quotes let a part or a whole group contain commas, which only matters where commas are all that separates groups.
  const one = separators === "," ? `(?:${group(`(?:${QUOTED}| *(?:[^ ":,;][^:,;]*)?)`)}|"${group('[^":]*')}")` : group("[^:,;]*");
  // In a rule, the pattern itself is in quotes.
  return `${one}(?:\\s*[${separators}]\\s*${one})*`.replaceAll('"', "\\x22");
}

function groups(kit: CheckKit): readonly Check[] {
  const text = kit.text("shipping");
  const form = shippingForm(kit);
  return kit.row("shipping", {
    code: "shipping_format_invalid",
    category: "shipping",
    severity: "warning",
    message: `shipping doesn't have the form ${SHIPPING}.`,
    whatToDo: "Write a value such as US:CA:Ground:9.99 USD, and a comma between several. You can leave parts blank, but keep their colons.",
    when: sql`${text} <> '' AND NOT regexp_full_match(${text}, ${literal(form)})`,
    rule: {
      type: "exclude_field",
      target: "shipping",
      condition: `[G]shipping is not blank and [G]shipping not matches cs "^${form}$"`,
    },
  });
}

function units(kit: CheckKit): readonly Check[] {
  const [measure, base] = [kit.text("unit_pricing_measure"), kit.text("unit_pricing_base_measure")];
  const kind = (text: Sql): Sql => sql`CASE lower(regexp_extract(${text}, '([A-Za-z]+)\\s*$', 1)) ${KINDS} END`;
  return kit.row("unit_pricing_measure", {
    code: "unit_pricing_incomplete",
    category: "prices",
    severity: "warning",
    message: "unit_pricing_base_measure is set but unit_pricing_measure isn't, or their units can't be compared.",
    whatToDo: "Set both, such as 750 ml and 1 l.",
    when: sql`(${base} <> '' AND ${measure} = '') OR (${base} <> '' AND ${measure} <> '' AND coalesce(${kind(measure)} <> ${kind(base)}, true))`,
    rule: { type: "exclude_field", target: "unit_pricing_base_measure", condition: INCOMPARABLE },
  });
}

const KIND_OF: Readonly<Record<string, readonly string[]>> = {
  weight: ["oz", "lb", "mg", "g", "kg"],
  volume: ["floz", "pt", "qt", "gal", "ml", "cl", "l", "cbm"],
  length: ["in", "ft", "yd", "cm", "m"],
  area: ["sqft", "sqm"],
  count: ["ct"],
};
const ofKind = (column: string, words: readonly string[]): string => `[G]${column} matches "(?i)(?:^|[^a-z])(?:${words.join("|")})\\s*$"`;
const COMPARABLE = Object.values(KIND_OF).map(
  (words) => `(${ofKind("unit_pricing_measure", words)} and ${ofKind("unit_pricing_base_measure", words)})`,
);
const INCOMPARABLE = `[G]unit_pricing_base_measure is not blank and not (${COMPARABLE.join(" or ")})`;
const KINDS = Object.entries(KIND_OF)
  .flatMap(([kind, words]) => words.map((word) => sql`WHEN ${literal(word)} THEN ${literal(kind)}`))
  .reduce((all, one) => sql`${all} ${one}`);

function bundles(kit: CheckKit): readonly Check[] {
  const [pack, bundle] = [kit.text("multipack"), kit.text("is_bundle")];
  return kit.row("multipack", {
    code: "multipack_bundle_conflict",
    category: "values",
    severity: "warning",
    message: "multipack is less than 2, or is_bundle is also set.",
    whatToDo: "Set multipack for several of the same product, or is_bundle for different products sold together. Never set both.",
    when: sql`${pack} <> '' AND (coalesce(${numberOf(pack)} < 2, true) OR lower(${bundle}) IN ${YES})`,
    rule: {
      type: "exclude_field",
      target: "multipack",
      condition:
        '[G]multipack is not blank and (number([G]multipack) is blank or number([G]multipack) < 2 or [G]is_bundle in ("yes", "true"))',
    },
  });
}

function adult(kit: CheckKit): readonly Check[] {
  return kit.row("adult", {
    code: "adult_flag_present",
    category: "values",
    severity: "info",
    message: "The product is marked as adult, so few people see it.",
    whatToDo: "If that's a mistake, leave adult blank.",
    when: sql`lower(${kit.text("adult")}) IN ${YES}`,
    rule: { type: "exclude_field", target: "adult", condition: '[G]adult in ("yes", "true")' },
  });
}
