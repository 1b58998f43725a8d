import type { FeedRow } from "../feed-file.ts";

/** What Meta says of a row, by a few of its real rules. */
export interface RowIssue {
  readonly type: string;
  /** Fatal: the item isn't created. */
  readonly severity: "fatal" | "warning";
  readonly summary: string;
}

const REQUIRED: readonly (readonly [column: string, type: string])[] = [
  ["id", "RETAILER_ID_NOT_PROVIDED"],
  ["title", "EMPTY_TITLE"],
  ["description", "EMPTY_DESCRIPTION"],
  ["availability", "EMPTY_AVAILABILITY"],
  ["condition", "EMPTY_CONDITION"],
  ["price", "EMPTY_PRICE"],
  ["link", "EMPTY_PRODUCT_URL"],
  ["image_link", "EMPTY_IMAGE_URL"],
];

const AVAILABILITIES: readonly string[] = ["in stock", "out of stock", "available for order", "preorder", "discontinued"];
const TITLE_CHARACTERS_MAX = 200;
const PRICE = /^(\d+(?:\.\d{1,2})?) [A-Z]{3}$/;

export function issuesOfRow(row: FeedRow): readonly RowIssue[] {
  const value = (column: string): string => row[column] ?? "";
  const missing = REQUIRED.filter(([column]) => value(column) === "").map(([column, type]) => fatal(type, `${column} is missing`));
  const amount = PRICE.exec(value("price"))?.[1];
  const saleAmount = PRICE.exec(value("sale_price"))?.[1];
  const found: readonly (RowIssue | false)[] = [
    ...missing,
    value("availability") !== "" &&
      !AVAILABILITIES.includes(value("availability")) &&
      fatal("PROPERTY_VALUE_FORMAT", "availability has an unknown value"),
    value("price") !== "" && amount === undefined && fatal("PROPERTY_VALUE_FORMAT", "price isn't a number and a currency"),
    amount !== undefined && Number(amount) <= 0 && fatal("ITEM_PRICE_NOT_POSITIVE", "price isn't above zero"),
    value("title").length > TITLE_CHARACTERS_MAX && fatal("PROPERTY_VALUE_STRING_EXCEEDS_LENGTH", "title is too long"),
    /<[a-z]+>/i.test(value("description")) && fatal("PROPERTY_VALUE_CONTAINS_HTML_TAGS", "description has HTML tags"),
    ["brand", "gtin", "mpn"].every((column) => value(column) === "") &&
      fatal("UNIQUE_PRODUCT_IDENTIFIER_MISSING", "brand, gtin and mpn are missing"),
    saleAmount !== undefined && Number(saleAmount) >= Number(amount) && warning("INVALID_SALE_PRICE", "sale_price isn't below price"),
    /^[^a-z]{4,}$/.test(value("title")) && warning("PROPERTY_VALUE_UPPERCASE_WARNING", "title is in capitals"),
  ];
  return found.filter((issue) => issue !== false);
}

const fatal = (type: string, summary: string): RowIssue => ({ type, severity: "fatal", summary });
const warning = (type: string, summary: string): RowIssue => ({ type, severity: "warning", summary });
