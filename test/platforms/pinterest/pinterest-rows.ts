import type { FeedRow } from "../feed-file.ts";

/** What Pinterest says of a row, by a few of its real rules. */
export interface PinterestRowIssue {
  readonly code: string;
  /** Error: the item isn't published. */
  readonly severity: "errors" | "warnings";
  /** Pinterest's name for it. */
  readonly attribute: string;
}

export const REQUIRED_COLUMNS: readonly string[] = ["id", "title", "description", "link", "image_link", "price", "availability"];

const REQUIRED: readonly (readonly [column: string, code: string, attribute: string])[] = [
  ["id", "ITEMID_MISSING", "ITEM_ID"],
  ["title", "TITLE_MISSING", "TITLE"],
  ["description", "DESCRIPTION_MISSING", "DESCRIPTION"],
  ["link", "PRODUCT_LINK_MISSING", "ITEM_LINK"],
  ["image_link", "IMAGE_LINK_MISSING", "IMAGE_LINK"],
  ["price", "PRICE_MISSING", "PRICE"],
];

const AVAILABILITIES: readonly string[] = ["in stock", "out of stock", "preorder"];
const PRICE = /^\d+(?:\.\d{1,2})?(?: ?[A-Z]{3})?$/;
const TITLE_CHARACTERS_MAX = 500;

/** `domain`: the website that was claimed. */
export function issuesOfRow(row: FeedRow, domain: string): readonly PinterestRowIssue[] {
  const value = (column: string): string => row[column] ?? "";
  const missing = REQUIRED.filter(([column]) => value(column) === "").map(([, code, attribute]) => error(code, attribute));
  const link = URL.parse(value("link"));
  const found: readonly (PinterestRowIssue | false)[] = [
    ...missing,
    value("link") !== "" && link === null && error("LINK_FORMAT_INVALID", "ITEM_LINK"),
    link !== null && link.hostname !== domain && error("INVALID_DOMAIN", "ITEM_LINK"),
    value("image_link") !== "" && URL.parse(value("image_link")) === null && error("IMAGE_LINK_INVALID", "IMAGE_LINK"),
    value("price") !== "" && !PRICE.test(value("price")) && error("PRODUCT_PRICE_INVALID", "PRICE"),
    !AVAILABILITIES.includes(value("availability").toLowerCase()) && error("AVAILABILITY_INVALID", "AVAILABILITY"),
    value("title").length > TITLE_CHARACTERS_MAX && warning("TITLE_LENGTH_TOO_LONG", "TITLE"),
    value("condition") === "" && warning("OPTIONAL_CONDITION_MISSING", "CONDITION"),
  ];
  return found.filter((issue) => issue !== false);
}

const error = (code: string, attribute: string): PinterestRowIssue => ({ code, severity: "errors", attribute });
const warning = (code: string, attribute: string): PinterestRowIssue => ({ code, severity: "warnings", attribute });
