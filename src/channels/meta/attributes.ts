import { attributeTable, type AttributeSpec } from "../../engine/channels/attribute.ts";
import { CUSTOM_NUMBERS, FEED_COLUMN_NAMES } from "../../engine/channels/common-values.ts";

const CATALOG_FIELDS = { document: "Meta: product data specifications for catalogs", date: "2026-11-22" };
const APP_LINKS = { document: "Meta: product deep links in catalogs", date: "2026-11-22" };

/** Columns that open an item in a shop's app; XML has them as `<applink property="…" content="…"/>`. */
export const APP_LINK = "applink.";

const APP_LINK_PARTS = [
  ...["ios_url", "ios_app_store_id", "ios_app_name", "iphone_url", "iphone_app_store_id", "iphone_app_name"],
  ...["ipad_url", "ipad_app_store_id", "ipad_app_name", "android_url", "android_package", "android_class", "android_app_name"],
  ...["windows_phone_url", "windows_phone_app_id", "windows_phone_app_name"],
];

const appLink = (part: string): AttributeSpec => ({
  name: `${APP_LINK}${part}`,
  type: "text",
  notes: "Opens the item in the shop's app. The URL can use the app's own scheme.",
  source: APP_LINKS,
});

const slots = (prefix: string, spec: Omit<AttributeSpec, "name">): readonly AttributeSpec[] =>
  [0, 1, 2, 3, 4].map((slot) => ({ name: `${prefix}${slot}`, ...spec }));

const INDIA = "the item is sold in India";

/** In the order of Meta's example header, then what it doesn't show. */
export const META_ATTRIBUTES = attributeTable(CATALOG_FIELDS, FEED_COLUMN_NAMES, [
  {
    name: "id",
    type: "text",
    requirement: "required",
    maxLength: 100,
    notes: "Unique in the catalog, and the same as `content_ids` in the pixel. Must differ from every item group id.",
  },
  {
    name: "title",
    type: "text",
    requirement: "required",
    maxLength: 200,
    notes: "At most 65 characters are recommended. No all caps.",
  },
  {
    name: "description",
    type: "text",
    requirement: "required",
    maxLength: 9999,
    notes: "Plain text: HTML is rejected. Must differ from the title.",
  },
  {
    name: "availability",
    type: "enum",
    requirement: "required",
    allowedValues: ["in stock", "out of stock", "preorder", "available for order", "discontinued", "pending", "mark_as_sold"],
    spellings: { backorder: "available for order" },
    notes: "Google's spelling with an underscore isn't accepted.",
  },
  {
    name: "condition",
    type: "enum",
    requirement: "required",
    allowedValues: ["new", "refurbished", "used", "cpo", "open_box_new", "used_like_new", "used_good", "used_fair"],
  },
  { name: "price", type: "price", requirement: "required", notes: "`9.99 USD`, in the catalog's currency and above zero." },
  { name: "link", type: "url", requirement: "required", notes: "The item's own page; the bare domain is rejected." },
  {
    name: "image_link",
    type: "url",
    requirement: "required",
    notes: "JPEG or PNG, at least 500 × 500 pixels, at most 8 MB.",
  },
  {
    name: "brand",
    type: "text",
    requirement: "conditional",
    condition: "neither `gtin` nor `mpn` is given",
    maxLength: 100,
  },
  {
    name: "additional_image_link",
    type: "urls",
    maxItems: 20,
    encodes: "separators",
    notes: "At most 2,000 characters in total. Percent-encode commas, semicolons and bars within a URL.",
  },
  {
    name: "age_group",
    type: "enum",
    allowedValues: ["adult", "all ages", "infant", "kids", "newborn", "teen", "toddler"],
  },
  { name: "color", type: "text", maxLength: 200, notes: "Fill it in for all rows of an item group, or for none." },
  { name: "gender", type: "enum", allowedValues: ["female", "male", "unisex"] },
  {
    name: "item_group_id",
    type: "text",
    requirement: "conditional",
    condition: "the item is one of several variants",
    maxLength: 100,
    notes: "Must differ from every item's `id`.",
  },
  { name: "google_product_category", type: "category", notes: "Google's taxonomy: an id, or a path of at least two levels." },
  { name: "pattern", type: "text", maxLength: 100 },
  { name: "product_type", type: "text", maxLength: 750, notes: "The shop's own category, levels separated by ` > `." },
  { name: "sale_price", type: "price", notes: "Lower than `price`, in the same currency." },
  {
    name: "sale_price_effective_date",
    type: "date_range",
    notes: "`2026-11-01T00:00+00:00/2026-11-30T23:59+00:00`. A sale without dates runs until `sale_price` is removed.",
  },
  { name: "size", type: "text", maxLength: 200, notes: "Fill it in for all rows of an item group, or for none." },
  { name: "material", type: "text", maxLength: 200 },
  {
    name: "additional_variant_attribute",
    type: "group",
    notes: "Other attributes that distinguish variants, such as `Scent:Rose,Style:Classic`.",
  },
  { name: "gtin", type: "gtin" },
  { name: "mpn", type: "text" },
  { name: "fb_product_category", type: "category", notes: "Facebook's own taxonomy: an id, or a path of at least three levels." },
  { name: "rich_text_description", type: "text", notes: "The description with simple HTML." },
  { name: "short_description", type: "text" },
  { name: "quantity_to_sell_on_facebook", type: "integer", notes: "Stock for checkout on Facebook and Instagram." },
  { name: "status", type: "enum", allowedValues: ["active", "archived"], notes: "Archived items aren't shown." },
  { name: "visibility", type: "enum", allowedValues: ["published", "staging"], notes: "The older name of `status`." },
  ...slots("custom_label_", { type: "text", maxLength: 100, notes: "For product sets and ads; shoppers don't see it." }),
  ...slots("custom_number_", { type: "integer", range: CUSTOM_NUMBERS, notes: "For product sets." }),
  { name: "internal_label", type: "list", notes: "For product sets; shoppers don't see it." },
  {
    name: "shipping",
    type: "group",
    parts: ["country", "region", "service", "price"],
    notes: "`US:CA:Ground:9.99 USD`, several separated by commas.",
  },
  { name: "shipping_weight", type: "measure", units: ["lb", "oz", "g", "kg"] },
  { name: "origin_country", type: "text", requirement: "conditional", condition: INDIA, notes: "ISO 3166-1 alpha-2." },
  { name: "importer_name", type: "text", requirement: "conditional", condition: `${INDIA} The item is imported.` },
  { name: "importer_address", type: "text", requirement: "conditional", condition: `${INDIA} The item is imported.` },
  { name: "manufacturer_info", type: "text", requirement: "conditional", condition: INDIA },
  { name: "video[0].url", type: "url", notes: "The item's first video." },
  { name: "mobile_link", type: "url" },
  { name: "expiration_date", type: "date", notes: "The item isn't shown from this day on." },
  { name: "return_policy_days", type: "integer" },
  { name: "product_tags[0]", type: "text" },
  ...APP_LINK_PARTS.map(appLink),
]);
