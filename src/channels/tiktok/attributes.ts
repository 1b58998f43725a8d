import { attributeTable, type AttributeSpec } from "../../engine/channels/attribute.ts";
import { FEED_COLUMN_NAMES } from "../../engine/channels/common-values.ts";

const PRODUCT_PARAMETERS = {
  document: "TikTok Ads help: catalog product parameters; CSV template of e-commerce catalogs",
  date: "2026-11-22",
};

const APP_LINKS = [
  ...["ios_url", "ios_app_store_id", "ios_app_name"],
  ...["iPhone_url", "iPhone_app_store_id", "iPhone_app_name"],
  ...["iPad_url", "iPad_app_store_id", "iPad_app_name"],
  ...["android_url", "android_package", "android_app_name"],
];

const appLink = (name: string): AttributeSpec => ({
  name,
  type: "text",
  notes: "Opens the item in the shop's app.",
});

const label = (slot: number): AttributeSpec => ({
  name: `custom_label_${slot}`,
  type: "text",
  maxLength: 100,
  notes: "For product sets and ads.",
});

/** In the order of TikTok's own template. */
export const TIKTOK_ATTRIBUTES = attributeTable(PRODUCT_PARAMETERS, FEED_COLUMN_NAMES, [
  {
    name: "sku_id",
    from: "id",
    type: "text",
    requirement: "required",
    maxLength: 100,
    notes:
      "Unique in the catalog, no emoji. The same as `content_id` in the pixel. If two rows have the same id, TikTok ignores the second.",
  },
  {
    name: "title",
    type: "text",
    requirement: "required",
    maxLength: 500,
    notes: "No emoji and no promotional text such as `free shipping`.",
  },
  {
    name: "description",
    type: "text",
    requirement: "required",
    maxLength: 10_000,
    notes: "Describes this item. No contact details or links.",
  },
  {
    name: "availability",
    type: "enum",
    requirement: "required",
    allowedValues: ["in stock", "available for order", "preorder", "out of stock", "discontinued"],
    spellings: { backorder: "available for order" },
    notes: "Any case. Google's spelling with an underscore isn't accepted.",
  },
  { name: "condition", type: "enum", requirement: "required", allowedValues: ["new", "refurbished", "used"] },
  {
    name: "price",
    type: "price",
    requirement: "required",
    notes: "`9.97 USD`, above zero and in the catalog's currency. A catalog has one currency.",
  },
  { name: "link", type: "url", requirement: "required", notes: "Starts with http or https and opens the item's page." },
  {
    name: "image_link",
    type: "url",
    requirement: "required",
    notes: "JPG or PNG, at least 500 × 500 pixels. No placeholder, watermark or border.",
  },
  { name: "video_link", type: "url", notes: "9:16, recommended 720 × 1280 pixels or larger." },
  { name: "brand", type: "text", requirement: "required", maxLength: 150 },
  {
    name: "additional_image_link",
    type: "urls",
    maxItems: 10,
    notes: "The same requirements as `image_link`. Commas within a URL are written `%2C`.",
  },
  { name: "age_group", type: "enum", allowedValues: ["newborn", "infant", "toddler", "kids", "adult"] },
  { name: "color", type: "text", maxLength: 100 },
  { name: "gender", type: "enum", allowedValues: ["male", "female", "unisex"] },
  {
    name: "item_group_id",
    type: "text",
    requirement: "conditional",
    condition: "the catalog is used with TikTok Shop",
    notes: "The same for all variants of a product.",
  },
  { name: "google_product_category", type: "category", notes: "An id or a path. TikTok only uses the first three levels." },
  { name: "material", type: "text", maxLength: 200 },
  { name: "pattern", type: "text", maxLength: 100 },
  { name: "product_type", type: "text", notes: "Levels separated by ` > `. TikTok only uses the first three." },
  { name: "sale_price", type: "price", notes: "Lower than `price`, in the same currency." },
  {
    name: "sale_price_effective_date",
    type: "date_range",
    notes: "`2026-11-01T00:00+00:00/2026-11-30T23:59+00:00`. The start must be before the end.",
  },
  {
    name: "shipping",
    type: "group",
    parts: ["country", "region", "service", "price"],
    notes: "`US:CA:Ground:9.99 USD`, several separated by semicolons.",
  },
  { name: "shipping_weight", type: "measure", units: ["lb", "oz", "g", "kg"] },
  { name: "gtin", type: "gtin" },
  { name: "mpn", type: "text" },
  { name: "size", type: "text" },
  { name: "tax", type: "text" },
  ...APP_LINKS.map(appLink),
  ...[0, 1, 2, 3, 4].map(label),
]);
