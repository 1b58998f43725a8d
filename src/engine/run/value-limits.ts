import type { Sql } from "../../kernel/sql.ts";
import { hasFaultyGtin } from "../channels/checks/identifier-checks.ts";
import { isInOtherCurrency } from "../channels/checks/price-checks.ts";
import { ENUMS, isValidUrl } from "../expression/functions/validity.ts";
import { asBoolean, textTerm } from "../expression/term.ts";
import { feedColumnType } from "../plan/feed-columns.ts";
import { isBareAmount } from "../sql/bare-amount.ts";
import { integer, isAmong, sql } from "../sql/fragment.ts";
import { isBlank, itemsOf, numberOf } from "../sql/text-sql.ts";

/** What Google's product data specification refuses in the columns of a feed, for warnings before a value is written. */

/** One thing that may be wrong with a value. */
export interface ValueLimit {
  readonly code: string;
  /** Whether a value is refused; blank ones are only where the limit is about them. */
  readonly refuses: (value: Sql) => Sql;
  /** What such values are, in a sentence that begins with the number of rows: `have no currency`. */
  readonly are: string;
}

/** Characters. */
const LENGTHS: Readonly<Record<string, number>> = {
  id: 50,
  title: 150,
  description: 5_000,
  link: 2_000,
  image_link: 2_000,
  brand: 70,
  mpn: 70,
  item_group_id: 50,
  product_type: 750,
  google_product_category: 750,
  color: 100,
  size: 100,
  material: 200,
  ...Object.fromEntries([0, 1, 2, 3, 4].map((slot) => [`custom_label_${slot}`, 100])),
};

const REQUIRED: ReadonlySet<string> = new Set(["id", "title", "description", "link", "image_link", "availability", "price"]);
const LINKS: ReadonlySet<string> = new Set(["link", "image_link"]);

/** The first level of Google's taxonomy; deeper ones are told by their `>`, and all of them by a number. */
const CATEGORIES: readonly string[] = [
  "Animals & Pet Supplies",
  "Apparel & Accessories",
  "Arts & Entertainment",
  "Baby & Toddler",
  "Business & Industrial",
  "Cameras & Optics",
  "Electronics",
  "Food, Beverages & Tobacco",
  "Furniture",
  "Hardware",
  "Health & Beauty",
  "Home & Garden",
  "Luggage & Bags",
  "Mature",
  "Media",
  "Office Supplies",
  "Religious & Ceremonial",
  "Software",
  "Sporting Goods",
  "Toys & Games",
  "Vehicles & Parts",
];

const PRICE: readonly ValueLimit[] = [
  {
    code: "price_invalid",
    refuses: (value) => sql`(${numberOf(value)} IS NULL AND NOT ${isBareAmount(value)})`,
    are: "don't have the form 12.90 USD",
  },
  { code: "price_without_currency", refuses: isBareAmount, are: "have no currency" },
  { code: "price_not_positive", refuses: (value) => sql`coalesce(${numberOf(value)} <= 0, false)`, are: "aren't greater than zero" },
];

/** What a customer pays; a cost may be in any currency. */
const PRICES: ReadonlySet<string> = new Set(["price", "sale_price"]);

function notIn(currency: string): ValueLimit {
  return {
    code: "price_currency_mismatch",
    refuses: (value) => isInOtherCurrency(value, currency),
    are: `aren't in ${currency}, the currency of the feed`,
  };
}

/** `is_valid_url` looks at no clock. */
const NOW = { now: sql`CAST(NULL AS TIMESTAMP)` };
const isLink = (value: Sql): Sql => asBoolean(isValidUrl.compile([textTerm(value)], NOW));

const GTIN: ValueLimit = {
  code: "gtin_invalid",
  refuses: hasFaultyGtin,
  are: "aren't valid GTINs (8, 12, 13 or 14 digits, the last one a check digit, and no number that is reserved or made up)",
};
const LINK: ValueLimit = { code: "link_invalid", refuses: (value) => sql`NOT ${isLink(value)}`, are: "aren't http or https links" };
const SOME_LINK: ValueLimit = {
  code: "link_invalid",
  refuses: (value) => sql`len(list_filter(${itemsOf(value)}, lambda link: NOT ${isLink(sql`link`)})) > 0`,
  are: "contain an item that isn't an http or https link",
};
const CATEGORY: ValueLimit = {
  code: "category_unknown",
  refuses: (value) =>
    sql`NOT (regexp_full_match(${value}, '[0-9]{1,7}') OR contains(${value}, '>') OR ${isAmong(
      sql`lower(${value})`,
      CATEGORIES.map((category) => category.toLowerCase()),
    )})`,
  are: "are neither a number nor a path of Google's product taxonomy",
};
const MISSING: ValueLimit = { code: "required_blank", refuses: isBlank, are: "are blank, which Google refuses in this column" };

function tooLong(most: number): ValueLimit {
  return {
    code: "too_long",
    refuses: (value) => sql`length(${value}) > ${integer(most)}`,
    are: `are longer than ${most.toLocaleString("en-US")} characters`,
  };
}

/** Google reads `in stock` as `in_stock`. */
function noneOf(words: readonly string[]): ValueLimit {
  return {
    code: "value_unknown",
    refuses: (value) =>
      sql`NOT ${isAmong(
        sql`replace(lower(${value}), ' ', '_')`,
        words.map((word) => word.toLowerCase()),
      )}`,
    are: `aren't one of ${words.join(", ")}`,
  };
}

/** The limits of a feed column; none for columns that may hold anything. `currency`: the feed's, if it's known. */
export function limitsOf(column: string, currency: string | null): readonly ValueLimit[] {
  const [length, words] = [LENGTHS[column], ENUMS[column]];
  const ofValues: readonly ValueLimit[] = [
    ...(feedColumnType(column) === "money" ? PRICE : []),
    ...(PRICES.has(column) && currency !== null ? [notIn(currency)] : []),
    ...(words === undefined ? [] : [noneOf(words)]),
    ...(column === "gtin" ? [GTIN] : []),
    ...(LINKS.has(column) ? [LINK] : []),
    ...(column === "additional_image_link" ? [SOME_LINK] : []),
    ...(column === "google_product_category" ? [CATEGORY] : []),
    ...(length === undefined ? [] : [tooLong(length)]),
  ];
  const present = ofValues.map((limit) => ({
    ...limit,
    refuses: (value: Sql): Sql => sql`(NOT ${isBlank(value)} AND ${limit.refuses(value)})`,
  }));
  return REQUIRED.has(column) ? [MISSING, ...present] : present;
}
