import type { FeedRow } from "../feed-file.ts";

/** How the fake judges rows: a few rules of Google's product data specification. */

export interface ItemIssue {
  readonly code: string;
  readonly severity: "NOT_IMPACTED" | "DEMOTED" | "DISAPPROVED";
  readonly resolution: string;
  readonly attribute: string;
  readonly description: string;
}

export interface UploadIssue {
  readonly title: string;
  readonly description: string;
  readonly code: string;
  readonly severity: "WARNING" | "ERROR";
}

export interface JudgedRow {
  readonly offerId: string;
  /** The row isn't taken in. */
  readonly dropped: readonly UploadIssue[];
  readonly issues: readonly ItemIssue[];
}

const REQUIRED = ["id", "title", "description", "link", "image_link", "availability", "price"];
const PRICE = /^[0-9]+(\.[0-9]{1,3})? [A-Z]{3}$/;
const AVAILABILITIES = ["in_stock", "out_of_stock", "preorder", "backorder"];
const TITLE_MAX = 150;

export function judgeRow(row: FeedRow, homepage: string): JudgedRow {
  return { offerId: row["id"] ?? "", dropped: dropped(row), issues: issuesOf(row, homepage) };
}

function dropped(row: FeedRow): readonly UploadIssue[] {
  const missing = REQUIRED.filter((name) => (row[name] ?? "") === "").map((name) =>
    uploadIssue("validation/missing_required", `Missing required attribute: ${spaced(name)}`),
  );
  const price = row["price"] ?? "";
  const isPriced = price === "" || PRICE.test(price);
  return isPriced ? missing : [...missing, uploadIssue("validation/invalid_value", "Invalid value: price")];
}

function uploadIssue(code: string, title: string): UploadIssue {
  return { code, title, description: `${title}. These items aren't processed.`, severity: "ERROR" };
}

function issuesOf(row: FeedRow, homepage: string): readonly ItemIssue[] {
  const found: ItemIssue[] = [];
  if ([...(row["title"] ?? "")].length > TITLE_MAX)
    found.push(issue("text_value_too_long", "NOT_IMPACTED", "title", "Text is longer than 150 characters"));
  if (!AVAILABILITIES.includes(row["availability"] ?? ""))
    found.push(issue("item_missing_required_attribute", "DISAPPROVED", "availability", "Invalid availability"));
  if (hostOf(row["link"]) !== hostOf(homepage))
    found.push(issue("url_does_not_match_homepage", "DISAPPROVED", "link", "The link isn't on the claimed website"));
  if ((row["gtin"] ?? "").startsWith("2")) found.push(issue("reserved_gtin", "DISAPPROVED", "gtin", "Reserved GTIN"));
  if ((row["google_product_category"] ?? "").startsWith("Apparel") && (row["color"] ?? "") === "")
    found.push(issue("missing_item_attribute_for_product_type", "DEMOTED", "color", "Missing color"));
  return found;
}

function issue(code: string, severity: ItemIssue["severity"], attribute: string, description: string): ItemIssue {
  return { code, severity, resolution: "merchant_action", attribute: spaced(attribute), description };
}

const spaced = (name: string): string => name.replaceAll("_", " ");

function hostOf(link: string | undefined): string {
  return URL.parse(link ?? "")?.host ?? "";
}
