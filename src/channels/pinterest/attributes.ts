import { attributeTable, type AttributeSpec } from "../../engine/channels/attribute.ts";
import { CUSTOM_NUMBERS, FEED_COLUMN_NAMES, TRUE_OR_FALSE } from "../../engine/channels/common-values.ts";

const DATA_FIELDS = { document: "Pinterest help: catalog data source fields; API description 5.23.0", date: "2026-11-22" };

/** Google's yes and no as a boolean. */
const BOOLEAN = { type: "enum", ...TRUE_OR_FALSE } as const;

const UNITS_OF_LENGTH = ["in", "cm"];

const slots = (prefix: string, spec: Omit<AttributeSpec, "name">): readonly AttributeSpec[] =>
  [0, 1, 2, 3, 4].map((slot) => ({ name: `${prefix}${slot}`, ...spec }));

export const PINTEREST_ATTRIBUTES = attributeTable(DATA_FIELDS, FEED_COLUMN_NAMES, [
  { name: "id", type: "text", requirement: "required", maxLength: 127, notes: "Unique in the data source." },
  {
    name: "title",
    type: "text",
    requirement: "required",
    maxLength: 500,
    tooLong: "cut",
    notes: "Pinterest truncates longer titles and warns about them.",
  },
  {
    name: "description",
    type: "text",
    requirement: "required",
    maxLength: 10_000,
    tooLong: "cut",
    notes: "Plain text. Pinterest truncates longer descriptions and warns about them.",
  },
  { name: "link", type: "url", requirement: "required", maxLength: 511, notes: "On the claimed domain." },
  { name: "image_link", type: "url", requirement: "required", maxLength: 2000, notes: "At least 75 × 75 pixels, no placeholder." },
  { name: "price", type: "price", requirement: "required", notes: "`24.99 USD`; without a currency, Pinterest assumes USD." },
  {
    name: "availability",
    type: "enum",
    requirement: "required",
    allowedValues: ["in stock", "out of stock", "preorder"],
    spellings: { backorder: "preorder" },
    notes: "Any case. Backorders are sent as `preorder`.",
  },
  { name: "additional_image_link", type: "urls", maxLength: 2000, maxItems: 10, notes: "Commas within a URL are written `%2C`." },
  { name: "sale_price", type: "price", notes: "Lower than `price`, in the same currency." },
  { name: "sale_price_effective_date", type: "date_range", notes: "ISO 8601, start and end separated by a slash." },
  { name: "item_group_id", type: "text", maxLength: 127, notes: "Recommended for variants." },
  {
    name: "google_product_category",
    type: "category",
    notes: "Recommended: an id, or a path of at least three levels, from Google's taxonomy.",
  },
  {
    name: "product_type",
    type: "text",
    maxLength: 1000,
    notes: "Levels separated by ` > ` with its spaces; other delimiters aren't accepted.",
  },
  { name: "brand", type: "text", notes: "Recommended." },
  { name: "gtin", type: "gtin", notes: "Recommended." },
  { name: "mpn", type: "text", notes: "Recommended." },
  { name: "condition", type: "enum", allowedValues: ["new", "used", "refurbished"], notes: "Recommended." },
  { name: "age_group", type: "enum", allowedValues: ["newborn", "infant", "toddler", "kids", "adult"] },
  { name: "gender", type: "enum", allowedValues: ["male", "female", "unisex"] },
  { name: "color", type: "text" },
  { name: "size", type: "text" },
  { name: "material", type: "text" },
  { name: "pattern", type: "text" },
  {
    name: "size_type",
    type: "enum",
    allowedValues: ["regular", "petite", "plus", "big_and_tall", "maternity"],
    spellings: { big: "big_and_tall", tall: "big_and_tall" },
  },
  { name: "size_system", type: "enum", allowedValues: ["US", "UK", "EU", "DE", "FR", "JP", "CN", "IT", "BR", "MEX", "AU"] },
  { name: "variant_names", type: "list", notes: "Names of the options, in the order of `variant_values`." },
  { name: "variant_values", type: "list", notes: "Values of the options, one for each name in `variant_names`." },
  {
    name: "shipping",
    type: "group",
    parts: ["country", "region", "service", "price"],
    notes: "`US:CA:Ground:0 USD`; keep all colons even if a part is blank.",
  },
  { name: "shipping_weight", type: "measure", units: ["lb", "oz", "g", "kg"], notes: "Number, space, unit." },
  { name: "shipping_width", type: "measure", units: UNITS_OF_LENGTH, notes: "Number, space, unit." },
  { name: "shipping_height", type: "measure", units: UNITS_OF_LENGTH, notes: "Number, space, unit." },
  { name: "tax", type: "group", parts: ["country", "region", "rate", "tax_ship"], notes: "`US:1025433:6.00:y`" },
  { name: "free_shipping_label", ...BOOLEAN },
  { name: "free_shipping_limit", type: "price", notes: "`35 USD`" },
  { name: "ad_link", type: "url", notes: "Full link with tracking parameters. Must differ from `link`." },
  { name: "mobile_link", type: "url" },
  { name: "ios_deep_link", type: "text", notes: "Can use the app's own scheme." },
  { name: "android_deep_link", type: "text", notes: "Can use the app's own scheme." },
  { name: "video_link", type: "url", maxLength: 2000, notes: "MP4, MOV or M4V, at most 2 GB." },
  ...slots("custom_label_", { type: "text", maxLength: 511, notes: "For product groups." }),
  ...slots("custom_number_", { type: "integer", range: CUSTOM_NUMBERS, notes: "For product groups." }),
  { name: "adult", ...BOOLEAN, notes: "Items with `true` are never shown." },
  { name: "multipack", type: "integer", notes: "Two or more." },
  { name: "is_bundle", ...BOOLEAN },
  { name: "average_review_rating", type: "number", range: [1, 5] },
  { name: "number_of_ratings", type: "integer" },
  { name: "number_of_reviews", type: "integer" },
  { name: "promotion_id", type: "list" },
  { name: "min_ad_price", type: "price" },
  { name: "installment_price", type: "group", parts: ["months", "amount"], notes: "`10:10.00 USD`" },
  { name: "unit_pricing_measure", type: "measure" },
  { name: "unit_pricing_base_measure", type: "measure", notes: "`10 ML`" },
  { name: "last_updated_time", type: "integer", notes: "Milliseconds since 1970." },
  { name: "expiration_date", type: "date" },
  { name: "availability_date", type: "date" },
]);
