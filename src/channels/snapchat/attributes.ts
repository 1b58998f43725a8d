import { attributeTable, type AttributeSpec } from "../../engine/channels/attribute.ts";
import { FEED_COLUMN_NAMES } from "../../engine/channels/common-values.ts";

const CATALOG_ATTRIBUTES = { document: "Snap Business help: product catalog attributes", date: "2026-11-22" };

const label = (slot: number): AttributeSpec => ({
  name: `custom_label_${slot}`,
  type: "text",
  maxLength: 100,
  notes: "For product sets and ads.",
});

const IDENTIFIER = "the other two of `brand`, `gtin` and `mpn` are blank";

/** What Snapchat requires, then what it shares with Meta. */
export const SNAPCHAT_ATTRIBUTES = attributeTable(CATALOG_ATTRIBUTES, FEED_COLUMN_NAMES, [
  {
    name: "id",
    type: "text",
    requirement: "required",
    maxLength: 128,
    notes: "The same as `item_ids` in the pixel. Older documents say 50 characters.",
  },
  { name: "title", type: "text", requirement: "required", maxLength: 375, notes: "Older documents say 150 characters." },
  { name: "description", type: "text", requirement: "required", maxLength: 5000 },
  {
    name: "link",
    type: "url",
    encodes: "non_ascii",
    requirement: "required",
    maxLength: 2000,
    notes: "Encoded according to RFC 2396: ASCII only, no spaces.",
  },
  { name: "image_link", type: "url", encodes: "non_ascii", requirement: "required", notes: "JPG or PNG, at least 200 × 200 pixels." },
  {
    name: "availability",
    type: "enum",
    requirement: "required",
    allowedValues: ["In stock", "Out of stock", "Preorder", "Available for order", "Discontinued"],
    spellings: { backorder: "Available for order" },
    notes: "Any case.",
  },
  { name: "price", type: "price", requirement: "required", notes: "`199 USD` or `USD 199`. Zero is allowed." },
  { name: "condition", type: "enum", requirement: "required", allowedValues: ["new", "refurbished", "used"] },
  { name: "brand", type: "text", requirement: "conditional", condition: IDENTIFIER, maxLength: 70 },
  { name: "gtin", type: "gtin", requirement: "conditional", condition: IDENTIFIER, maxLength: 70 },
  { name: "mpn", type: "text", requirement: "conditional", condition: IDENTIFIER, maxLength: 50 },
  { name: "additional_image_link", type: "urls", encodes: "non_ascii", maxItems: 20, notes: "Commas within a URL are written `%2C`." },
  { name: "age_group", type: "enum", allowedValues: ["adult", "all ages", "infant", "kids", "newborn", "teen", "toddler"] },
  { name: "color", type: "text", maxLength: 200 },
  { name: "gender", type: "enum", allowedValues: ["female", "male", "unisex"] },
  { name: "item_group_id", type: "text", maxLength: 100, notes: "The same for all variants of a product." },
  { name: "google_product_category", type: "category", notes: "An id or a path from Google's taxonomy." },
  { name: "product_type", type: "text", maxLength: 750, notes: "The shop's own category, levels separated by ` > `." },
  { name: "sale_price", type: "price", notes: "Lower than `price`, in the same currency." },
  { name: "sale_price_effective_date", type: "date_range", notes: "`2026-11-01T00:00+00:00/2026-11-30T23:59+00:00`" },
  { name: "size", type: "text", maxLength: 200 },
  { name: "material", type: "text", maxLength: 200 },
  { name: "pattern", type: "text", maxLength: 100 },
  {
    name: "shipping",
    type: "group",
    parts: ["country", "region", "service", "price"],
    notes: "`US:CA:Ground:9.99 USD`, several separated by commas.",
  },
  { name: "shipping_weight", type: "measure", units: ["lb", "oz", "g", "kg"] },
  { name: "mobile_link", type: "url", encodes: "non_ascii" },
  { name: "expiration_date", type: "date", notes: "The item isn't shown from this day on." },
  ...[0, 1, 2, 3, 4].map(label),
]);
