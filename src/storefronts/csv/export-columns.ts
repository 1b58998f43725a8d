/**
 * The columns of a Shopify product export, in both families: the header in use since 2025 first, the legacy one second. Shopify
 * writes them in English whatever the shop's language; only the names of metafields and markets are the shop's own.
 * Spellings are as `comparable` makes them.
 */
export const EXPORT_COLUMNS = {
  handle: ["url handle", "handle"],
  title: ["title"],
  body_html: ["description", "body (html)"],
  vendor: ["vendor"],
  product_type: ["type", "custom product type"],
  category: ["product category", "standard product type"],
  tags: ["tags"],
  collection: ["collection"],
  status: ["status"],
  published: ["published on online store", "published"],
  published_at: ["published at"],
  seo_title: ["seo title"],
  seo_description: ["seo description"],
  gift_card: ["gift card"],
  option1_name: ["option1 name"],
  option1_value: ["option1 value"],
  option1_linked_to: ["option1 linked to"],
  option2_name: ["option2 name"],
  option2_value: ["option2 value"],
  option2_linked_to: ["option2 linked to"],
  option3_name: ["option3 name"],
  option3_value: ["option3 value"],
  option3_linked_to: ["option3 linked to"],
  sku: ["sku", "variant sku"],
  barcode: ["barcode", "variant barcode"],
  price: ["price", "variant price"],
  compare_at_price: ["compare-at price", "variant compare at price"],
  cost: ["cost per item"],
  inventory_tracker: ["inventory tracker", "variant inventory tracker"],
  inventory_quantity: ["inventory quantity", "variant inventory qty"],
  inventory_policy: ["continue selling when out of stock", "variant inventory policy"],
  grams: ["weight value (grams)", "variant grams"],
  weight_unit: ["weight unit for display", "variant weight unit"],
  requires_shipping: ["requires shipping", "variant requires shipping"],
  country_of_origin: ["country of origin", "variant country of origin", "coo"],
  hs_code: ["hs code", "variant harmonized system code"],
  variant_image: ["variant image url", "variant image"],
  image: ["product image url", "image src"],
  image_position: ["image position"],
  image_alt: ["image alt text"],
  created_at: ["created at"],
  updated_at: ["updated at"],
} as const satisfies Record<string, readonly string[]>;

export type ExportColumn = keyof typeof EXPORT_COLUMNS;

/** Columns of an export that say nothing a feed needs, so leaving them out is worth no warning. */
export const UNUSED_COLUMNS: ReadonlySet<string> = new Set([
  "charge tax", "tax code", "variant taxable", "variant tax code",
  "unit price total measure", "unit price total measure unit", "unit price base measure", "unit price base measure unit",
  "fulfillment service", "variant fulfillment service",
]); // prettier-ignore

/** `Google Shopping / …` whose metafield is not named like the column: the spellings since 2025. */
export const GOOGLE_KEYS: Readonly<Record<string, string>> = {
  "manufacturer part number (mpn)": "mpn",
  "ad group name": "adwords_grouping",
  "ads labels": "adwords_labels",
};

/** A header as it is compared: without case, surrounding blanks, and the invisible characters that spreadsheets leave. */
export function comparable(name: string): string {
  return collapsed(name).toLowerCase();
}

export function collapsed(name: string): string {
  return name.replaceAll(/[\s\u200B\u2060]+/gu, " ").trim();
}
