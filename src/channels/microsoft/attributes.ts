import { attributeTable, type AttributeSpec } from "../../engine/channels/attribute.ts";
import { ENERGY_CLASSES, FEED_COLUMN_NAMES, TRUE_OR_FALSE } from "../../engine/channels/common-values.ts";

const FEED_FIELDS = { document: "Microsoft Advertising help: product feed attributes (51084)", date: "2026-11-22" };

/** Google's yes and no as Microsoft's documents write them. */
const BOOLEAN = { type: "enum", ...TRUE_OR_FALSE } as const;

const APPAREL = "the item is apparel sold in FR, DE, GB or US";
const SHIPPED_WEIGHTS = ["lb", "oz", "g", "kg"];

const label = (slot: number): AttributeSpec => ({
  name: `custom_label_${slot}`,
  type: "text",
  maxLength: 100,
  notes: "For product groups of campaigns.",
});

/** Microsoft reads XML in Google's form alone, in which categories have Google's name. */
export const NAMES_IN_XML: Readonly<Record<string, string>> = Object.freeze({ product_category: "google_product_category" });

const PROMOTION_ID = { pattern: "[A-Za-z0-9_-]+", words: "made of letters, digits, - and _" };

export const MICROSOFT_ATTRIBUTES = attributeTable(FEED_FIELDS, FEED_COLUMN_NAMES, [
  {
    name: "id",
    type: "text",
    requirement: "required",
    maxLength: 50,
    notes: "Letters, digits, `_` and `-` are recommended. Case doesn't matter. Unique per market across feeds.",
  },
  {
    name: "title",
    type: "text",
    requirement: "required",
    maxLength: 150,
    notes: "No promotional text, no all caps. New titles are reviewed, which takes up to three business days.",
  },
  { name: "description", type: "text", requirement: "required", maxLength: 10_000, notes: "No HTML. Optional in the API." },
  { name: "link", type: "url", requirement: "required", maxLength: 2000, notes: "On the store's domain, without redirects." },
  {
    name: "image_link",
    type: "url",
    requirement: "required",
    maxLength: 2000,
    notes:
      "BMP, GIF, EXIF, JPG, PNG or TIFF, at least 220 × 220 pixels, at most 16 MB, no watermark. The API's documents say 1,000 characters and 3.9 MB.",
  },
  { name: "additional_image_link", type: "urls", maxItems: 10, maxLength: 2000 },
  {
    name: "price",
    type: "price",
    requirement: "required",
    notes:
      "`15.00 USD`, from 0.01 to 10,000,000 in the country's currency, without tax in the US and CA. Zero only for phones and tablets with a contract.",
  },
  { name: "sale_price", type: "price", notes: "Lower than `price`, in the same currency." },
  { name: "sale_price_effective_date", type: "date_range", notes: "ISO 8601, start and end separated by a slash." },
  {
    name: "availability",
    type: "enum",
    allowedValues: ["in stock", "out of stock", "preorder"],
    spellings: { backorder: "preorder" },
    notes: "Blank means in stock; the API requires it. Backorders are sent as `preorder`.",
  },
  { name: "availability_date", type: "date", notes: "Microsoft ignores this attribute." },
  {
    name: "condition",
    type: "enum",
    allowedValues: ["new", "refurbished", "used"],
    notes: "Blank means new; the API requires it.",
  },
  {
    name: "brand",
    type: "text",
    requirement: "conditional",
    condition: "the item is new; together with `gtin` or `mpn`",
    maxLength: 1000,
    notes: "At most ten words; 70 characters or fewer are recommended. Not the shop's name for goods it resells.",
  },
  {
    name: "gtin",
    type: "gtin",
    requirement: "conditional",
    condition: "the manufacturer assigned one",
    maxItems: 10,
    notes: "Up to ten, separated by a comma and a space.",
  },
  { name: "mpn", type: "text", requirement: "conditional", condition: "the item has no `gtin`", maxLength: 70 },
  {
    name: "identifier_exists",
    ...BOOLEAN,
    requirement: "conditional",
    condition: "the item is new and has neither `gtin` and `brand` nor `mpn` and `brand`",
    notes: "`false` for items that have no identifiers.",
  },
  {
    name: "product_category",
    from: "google_product_category",
    type: "category",
    maxLength: 255,
    notes: "Google's taxonomy: an id or a full path. Files in Google's XML format use the name `google_product_category`.",
  },
  { name: "product_type", type: "text", maxLength: 750, notes: "The shop's own category, levels separated by ` > `." },
  {
    name: "item_group_id",
    type: "text",
    requirement: "conditional",
    condition: `Shared by the variants of a product. ${APPAREL}`,
    maxLength: 50,
  },
  {
    name: "age_group",
    type: "enum",
    requirement: "conditional",
    condition: APPAREL,
    allowedValues: ["newborn", "infant", "toddler", "kids", "adult"],
  },
  { name: "gender", type: "enum", requirement: "conditional", condition: APPAREL, allowedValues: ["male", "female", "unisex"] },
  {
    name: "color",
    type: "text",
    requirement: "conditional",
    condition: APPAREL,
    maxLength: 100,
    notes: "Up to three, separated by a slash.",
  },
  { name: "size", type: "text", requirement: "conditional", condition: `Clothing and shoes. ${APPAREL}` },
  { name: "material", type: "text", maxLength: 200 },
  { name: "pattern", type: "text", maxLength: 100 },
  {
    name: "size_type",
    type: "enum",
    allowedValues: ["regular", "maternity", "petite", "plus", "big and tall"],
    spellings: { big: "big and tall", tall: "big and tall" },
  },
  { name: "size_system", type: "enum", allowedValues: ["AU", "DE", "FR", "UK", "US"] },
  {
    name: "shipping",
    type: "group",
    requirement: "conditional",
    condition: "the item is sold in AT or DE",
    parts: ["country", "region", "service", "price"],
    notes: "`US:CA:Ground:9.99 USD`, several separated by commas.",
  },
  { name: "shipping_label", type: "text", maxLength: 100 },
  { name: "shipping_weight", type: "measure", units: SHIPPED_WEIGHTS },
  ...[0, 1, 2, 3, 4].map(label),
  { name: "promotion_id", type: "list", maxItems: 10, maxLength: 60, form: PROMOTION_ID, notes: "Case matters." },
  { name: "expiration_date", type: "date", notes: "At most 30 days ahead. Offers expire after 30 days in any case." },
  { name: "adult", ...BOOLEAN, notes: "Adult items are rejected." },
  { name: "multipack", type: "integer", notes: "Two or more." },
  { name: "is_bundle", ...BOOLEAN },
  { name: "mobile_link", type: "url", maxLength: 2000 },
  { name: "ads_redirect", type: "url", maxLength: 2000, notes: "The name `bingads_redirect` is also accepted." },
  { name: "energy_efficiency_class", type: "enum", allowedValues: ENERGY_CLASSES },
  { name: "min_energy_efficiency_class", type: "enum", allowedValues: ENERGY_CLASSES },
  { name: "max_energy_efficiency_class", type: "enum", allowedValues: ENERGY_CLASSES },
  { name: "unit_pricing_measure", type: "measure" },
  { name: "unit_pricing_base_measure", type: "measure" },
  { name: "installment", type: "group", parts: ["months", "amount"] },
  { name: "seller_name", type: "text", maxLength: 255, notes: "For aggregators." },
]);
