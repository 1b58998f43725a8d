import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { GTIN_FAULT_CODES } from "../../engine/channels/checks/identifier-checks.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { anyExpiry, missingOptional } from "../../engine/channels/checks/variations.ts";
import { currencyOfCountry } from "../../kernel/countries.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { PINTEREST_ATTRIBUTES } from "./attributes.ts";

const OPTIONS: CheckOptions = {
  severities: {
    link_domain_mismatch: "error",
    adult_flag_present: "error",
    adult_invalid: "error",
    condition_invalid: "warning",
    sale_price_not_lower: "warning",
    price_currency_mismatch: "warning",
    // Pinterest drops the GTIN and keeps the item.
    ...Object.fromEntries(GTIN_FAULT_CODES.map((code) => [code, "warning"] as const)),
    missing_google_product_category: "warning",
    missing_item_group_id: "warning",
    category_depth_low: "warning",
    // Which formats are read isn't documented well enough to call the item lost.
    "invalid_image_extension image_link": "warning",
  },
  without: ["missing_gtin", "availability_date_missing", "id_equals_item_group_id", "custom_label_too_many_values"],
  imageExtensions: ["jpg", "jpeg", "png", "webp"],
};

export function pinterestChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(PINTEREST_ATTRIBUTES, input, { ...OPTIONS, priceForms: priceForms(input) }, (kit) => [
    ...missingOptional(kit, "condition", {
      severity: "warning",
      message: "condition is blank, so Pinterest shows the item in fewer places.",
      filledWith: "new",
    }),
    ...anyExpiry(kit),
    ...adLink(kit),
    ...deepLinks(kit),
    ...tax(kit),
    ...countryCurrency(kit),
    ...counts(kit),
  ]);
}

/** The currency may be glued to the amount, and left out for dollars. */
function priceForms({ feed }: ChannelInput): NonNullable<CheckOptions["priceForms"]> {
  const code = " ?[A-Z]{3}";
  return (digits) => `${digits}${feed.currency === "USD" ? `(${code})?` : code}`;
}

function adLink(kit: CheckKit): readonly Check[] {
  const ad = kit.text("ad_link");
  return kit.row("ad_link", {
    code: "ad_link_same_as_link",
    category: "links",
    severity: "warning",
    message: "ad_link is the same as link, so it has no effect.",
    whatToDo: "Add tracking parameters to ad_link, or leave it blank.",
    when: sql`${ad} <> '' AND ${ad} = ${kit.text("link")}`,
    rule: { type: "exclude_field", target: "ad_link", condition: "[G]ad_link = cs [G]link" },
  });
}

/** A link into an app has any scheme. */
function deepLinks(kit: CheckKit): readonly Check[] {
  return ["ios_deep_link", "android_deep_link"].flatMap((column) =>
    kit.row(column, {
      code: `${column}_invalid`,
      category: "links",
      severity: "warning",
      message: `${column} isn't an address with a scheme.`,
      whatToDo: "Write an address such as example-app://item/1, or leave the field blank.",
      when: sql`${kit.text(column)} <> '' AND NOT regexp_full_match(${kit.text(column)}, ${literal(DEEP_LINK)})`,
      rule: { type: "exclude_field", target: column, condition: `[G]${column} is not blank and not [G]${column} matches "^${DEEP_LINK}$"` },
    }),
  );
}

const DEEP_LINK = "[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+";
const TAX = "[A-Z]{2}:[^:,]*:[0-9]+(?:\\.[0-9]+)?:(?:y|n|yes|no)?";

function tax(kit: CheckKit): readonly Check[] {
  const text = kit.text("tax");
  return kit.row("tax", {
    code: "tax_invalid",
    category: "prices",
    severity: "warning",
    message: "tax doesn't have the form country:region:rate:tax_ship.",
    whatToDo: "Write a value such as US:1025433:6.00:y, or leave the field blank.",
    when: sql`${text} <> '' AND NOT regexp_full_match(${text}, ${literal(`(?i)${TAX}(?:,\\s*${TAX})*`)})`,
    rule: { type: "exclude_field", target: "tax", condition: `[G]tax is not blank and not [G]tax matches "(?i)^${TAX}(?:,\\s*${TAX})*$"` },
  });
}

/** The currency people pay in where the feed is for. */
function countryCurrency(kit: CheckKit): readonly Check[] {
  const { country } = kit.input.feed;
  const usual = currencyOfCountry(country);
  const currency = sql`regexp_extract(${kit.text("price")}, '^-?[0-9.]+ ?([A-Z]{3})$', 1)`;
  if (usual === undefined) return [];
  return kit.row("price", {
    code: "country_does_not_map_to_currency",
    category: "prices",
    severity: "warning",
    message: `The price isn't in ${usual}, the currency of ${country}.`,
    whatToDo: "Use a feed in the country's own currency, or convert the prices with a rule.",
    when: sql`${currency} NOT IN ('', ${literal(usual)})`,
  });
}

const ITEMS_MAX = 20_000_000;
const BLOCKED_DROP_SHARE = 0.99;

function counts(kit: CheckKit): readonly Check[] {
  return [
    ...kit.feed({
      code: "feed_too_large",
      category: "feed",
      severity: "error",
      message: `The file has more than ${ITEMS_MAX.toLocaleString("en-US")} items, the most that Pinterest accepts.`,
      whatToDo: "Exclude products with the product selection.",
      affectedBy: ({ rows }) => (rows > ITEMS_MAX ? 0 : undefined),
    }),
    ...kit.feed({
      code: "large_product_count_decrease",
      category: "feed",
      severity: "error",
      message: "The file has over 99 % fewer products than the previous one, so Pinterest won't accept it.",
      whatToDo: "Check that the rules, the selection and the shop's catalog are what you expect.",
      affectedBy: ({ rows, rowsBefore }) => (rowsBefore !== null && rows < rowsBefore * (1 - BLOCKED_DROP_SHARE) ? 0 : undefined),
    }),
  ];
}
