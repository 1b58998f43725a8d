import { PINTEREST_UNCHECKED } from "./unchecked.ts";

/** Pinterest's codes in our words: the attribute of the file they are about, and the finding that means the same. */
const KNOWN: Readonly<Record<string, readonly [attribute: string | null, finding: string]>> = {
  ITEMID_MISSING: ["id", "missing_id"],
  DUPLICATE_PRODUCTS: ["id", "duplicate_id"],
  TITLE_MISSING: ["title", "missing_title"],
  TITLE_LENGTH_TOO_LONG: ["title", "title_too_long"],
  DESCRIPTION_MISSING: ["description", "missing_description"],
  DESCRIPTION_LENGTH_TOO_LONG: ["description", "description_too_long"],
  PRODUCT_LINK_MISSING: ["link", "missing_link"],
  LINK_FORMAT_INVALID: ["link", "invalid_url"],
  LINK_FORMAT_WARNING: ["link", "invalid_url"],
  LINK_LENGTH_TOO_LONG: ["link", "link_too_long"],
  INVALID_DOMAIN: ["link", "link_domain_mismatch"],
  IMAGE_LINK_MISSING: ["image_link", "missing_image_link"],
  IMAGE_LINK_INVALID: ["image_link", "invalid_url"],
  IMAGE_LINK_WARNING: ["image_link", "invalid_url"],
  IMAGE_LINK_LENGTH_TOO_LONG: ["image_link", "image_link_too_long"],
  ADDITIONAL_IMAGE_LINK_WARNING: ["additional_image_link", "invalid_url"],
  ADDITIONAL_IMAGE_LINK_LENGTH_TOO_LONG: ["additional_image_link", "text_attribute_too_long"],
  TOO_MANY_ADDITIONAL_IMAGE_LINKS: ["additional_image_link", "too_many_additional_images"],
  PRICE_MISSING: ["price", "missing_price"],
  PRODUCT_PRICE_INVALID: ["price", "price_invalid_format"],
  INCONSISTENT_CURRENCY_VALUES: ["price", "price_currency_mismatch"],
  COUNTRY_DOES_NOT_MAP_TO_CURRENCY: ["price", "country_does_not_map_to_currency"],
  SALES_PRICE_INVALID: ["sale_price", "price_invalid_format"],
  SALES_PRICE_TOO_HIGH: ["sale_price", "sale_price_not_lower"],
  SALES_PRICE_TOO_LOW: ["sale_price", "sale_price_too_low"],
  SALE_DATE_INVALID: ["sale_price_effective_date", "sale_date_invalid"],
  MIN_AD_PRICE_INVALID: ["min_ad_price", "price_invalid_format"],
  AVAILABILITY_INVALID: ["availability", "availability_invalid"],
  AVAILABILITY_DATE_INVALID: ["availability_date", "availability_date_invalid"],
  EXPIRATION_DATE_INVALID: ["expiration_date", "expiration_date_invalid"],
  OPTIONAL_CONDITION_MISSING: ["condition", "missing_condition"],
  OPTIONAL_CONDITION_INVALID: ["condition", "condition_invalid"],
  OPTIONAL_PRODUCT_CATEGORY_MISSING: ["google_product_category", "missing_google_product_category"],
  OPTIONAL_PRODUCT_CATEGORY_INVALID: ["google_product_category", "unknown_google_product_category"],
  PRODUCT_CATEGORY_DEPTH_WARNING: ["google_product_category", "category_depth_low"],
  PRODUCT_TYPE_LENGTH_TOO_LONG: ["product_type", "product_type_too_long"],
  CUSTOM_LABEL_LENGTH_TOO_LONG: [null, "custom_label_too_long"],
  AGE_GROUP_INVALID: ["age_group", "age_group_invalid"],
  GENDER_INVALID: ["gender", "gender_invalid"],
  SIZE_TYPE_INVALID: ["size_type", "size_type_invalid"],
  SIZE_SYSTEM_INVALID: ["size_system", "size_system_invalid"],
  GTIN_INVALID: ["gtin", "invalid_gtin_checksum"],
  MULTIPACK_INVALID: ["multipack", "multipack_invalid"],
  IS_BUNDLE_INVALID: ["is_bundle", "is_bundle_invalid"],
  ADULT_INVALID: ["adult", "adult_invalid"],
  SHIPPING_INVALID: ["shipping", "shipping_format_invalid"],
  SHIPPING_WEIGHT_INVALID: ["shipping_weight", "shipping_weight_invalid"],
  WEIGHT_UNIT_INVALID: ["shipping_weight", "shipping_weight_invalid"],
  SHIPPING_WIDTH_INVALID: ["shipping_width", "dimension_invalid"],
  SHIPPING_HEIGHT_INVALID: ["shipping_height", "dimension_invalid"],
  TAX_INVALID: ["tax", "tax_invalid"],
  AD_LINK_SAME_AS_LINK: ["ad_link", "ad_link_same_as_link"],
  AD_LINK_FORMAT_WARNING: ["ad_link", "invalid_url"],
  IOS_DEEP_LINK_INVALID: ["ios_deep_link", "ios_deep_link_invalid"],
  ANDROID_DEEP_LINK_INVALID: ["android_deep_link", "android_deep_link_invalid"],
  ITEM_MAIN_IMAGE_DOWNLOAD_FAILURE: ["image_link", "item_main_image_download_failure"],
};

/** Codes about the file or the account: the finding that means the same, if there is one. Pinterest has no samples of them. */
const FEED_CODES: Readonly<Record<string, string | null>> = {
  ACCOUNT_FLAGGED: "account_flagged",
  DELIMITER_ERROR: "delimiter_error",
  DUPLICATE_HEADERS: "duplicate_headers",
  ENCODING_ERROR: "encoding_error",
  FEED_LENGTH_TOO_LONG: "feed_too_large",
  FEED_TOO_SMALL: "feed_empty",
  FETCH_ERROR: "fetch_error",
  FETCH_INACTIVE_FEED_ERROR: "fetch_inactive_feed_error",
  FETCH_SAME_SIGNATURE: "fetch_same_signature",
  INDEXED_PRODUCT_COUNT_LARGE_DELTA: "product_count_drop",
  INTERNAL_SERVICE_ERROR: null,
  LARGE_PRODUCT_COUNT_DECREASE: "large_product_count_decrease",
  MALFORMED_XML: "malformed_xml",
  NO_VERIFIED_DOMAIN: "no_verified_domain",
  REQUIRED_COLUMNS_MISSING: "required_columns_missing",
};

const LISTED: ReadonlySet<string> = new Set(PINTEREST_UNCHECKED.map(({ code }) => code));

export const isAboutFeed = (code: string): boolean => Object.hasOwn(FEED_CODES, code);

export function attributeOf(code: string): string | null {
  return KNOWN[code]?.[0] ?? null;
}

/** Codes that are listed as not checked have their own name in lower case. */
export function findingCodeOf({ code }: { readonly code: string }): string | null {
  const known = KNOWN[code]?.[1] ?? FEED_CODES[code];
  if (known !== undefined) return known;
  return LISTED.has(code.toLowerCase()) ? code.toLowerCase() : null;
}
