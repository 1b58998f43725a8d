import { META_UNCHECKED } from "./unchecked.ts";

/** Meta's error types in our words: the attribute of the file they are about, and the finding that means the same. */
const KNOWN: Readonly<Record<string, readonly [attribute: string | null, finding: string]>> = {
  RETAILER_ID_NOT_PROVIDED: ["id", "missing_id"],
  RETAILER_ID_USED_BY_GROUP: ["id", "id_equals_item_group_id"],
  EMPTY_TITLE: ["title", "missing_title"],
  EMPTY_DESCRIPTION: ["description", "missing_description"],
  EMPTY_AVAILABILITY: ["availability", "missing_availability"],
  EMPTY_CONDITION: ["condition", "missing_condition"],
  EMPTY_PRICE: ["price", "missing_price"],
  EMPTY_PRODUCT_URL: ["link", "missing_link"],
  EMPTY_IMAGE_URL: ["image_link", "missing_image_link"],
  EMPTY_BRAND: ["brand", "missing_brand"],
  UNIQUE_PRODUCT_IDENTIFIER_MISSING: ["brand", "missing_brand"],
  ITEM_PRICE_NOT_POSITIVE: ["price", "price_zero_or_negative"],
  NEGATIVE_PRICE: ["price", "price_zero_or_negative"],
  INVALID_SALE_PRICE: ["sale_price", "sale_price_not_lower"],
  PRODUCT_NOT_DOMINANT_CURRENCY: ["price", "price_currency_mismatch"],
  PRODUCT_DOMINANT_CURRENCY_MISMATCH: ["price", "price_currency_mismatch"],
  PROPERTY_VALUE_CONTAINS_HTML_TAGS: ["description", "description_contains_html"],
  PROPERTY_VALUE_DESCRIPTION_CONTAINS_OFF_PLATFORM_LINK: ["description", "description_contains_url"],
  PRODUCT_URL_EQUALS_DOMAIN: ["link", "link_equals_homepage"],
  QUALITY_ITEM_LINK_BROKEN: ["link", "quality_item_link_broken"],
  QUALITY_ITEM_LINK_REDIRECTING: ["link", "quality_item_link_redirecting"],
  IMAGE_RESOLUTION_LOW: ["image_link", "image_too_small"],
  IMAGE_FETCH_FAILED_FILE_SIZE_EXCEEDED: ["image_link", "image_too_large"],
  ITEM_GROUP_NOT_SPECIFIED: ["item_group_id", "missing_item_group_id"],
  VARIANT_ATTRIBUTE_ISSUE: [null, "variant_attributes_missing"],
  MISSING_COLOR: ["color", "missing_apparel_color"],
  MISSING_SIZE: ["size", "missing_apparel_size"],
  PRODUCT_EXPIRED: ["expiration_date", "expired_item"],
  INVENTORY_ZERO_AVAILABILITY_IN_STOCK: ["availability", "inventory_availability_conflict"],
};

/** Causes of a failed fetch, which is one finding: `IMAGE_FETCH_FAILED_FORBIDDEN`. */
const FETCHES: readonly (readonly [prefix: string, attribute: string, finding: string])[] = [
  ["IMAGE_FETCH_FAILED", "image_link", "image_fetch_failed"],
  ["VIDEO_FETCH_FAILED", "video[0].url", "video_fetch_failed"],
];

const LISTED: ReadonlySet<string> = new Set(META_UNCHECKED.map(({ code }) => code));

export function attributeOf(errorType: string): string | null {
  const known = KNOWN[errorType];
  return known === undefined ? (fetchOf(errorType)?.[1] ?? null) : known[0];
}

/** Types that are listed as not checked have their own name in lower case. */
export function findingCodeOf({ code }: { readonly code: string }): string | null {
  const known = KNOWN[code]?.[1] ?? fetchOf(code)?.[2];
  if (known !== undefined) return known;
  return LISTED.has(code.toLowerCase()) ? code.toLowerCase() : null;
}

function fetchOf(errorType: string): (typeof FETCHES)[number] | undefined {
  return FETCHES.find(([prefix]) => errorType.startsWith(prefix));
}
