import type { BadRows } from "../../../test/harness/bad-rows.ts";

const columns = (...rows: readonly Readonly<Record<string, string>>[]): BadRows["rows"] => rows.map((changed) => ({ columns: changed }));

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "amz_missing_product_type",
    field: "productType",
    rows: columns({}, { productType: "SHIRT" }),
    found: [0],
    settings: { product_type: null },
    alone: true,
  },
  {
    code: "amz_missing_product_identifier",
    field: "externally_assigned_product_identifier",
    rows: columns({ gtin: "" }, { gtin: "", merchant_suggested_asin: "B000000001" }),
    found: [0],
  },
  {
    code: "amz_sku_too_long",
    field: "sku",
    rows: [
      { columns: {}, sku: "S".repeat(41) },
      { columns: {}, sku: "S".repeat(40) },
    ],
    found: [0],
  },
  {
    code: "placeholder_identifier",
    field: "brand",
    rows: columns({ brand: "N/A" }, { brand: "unbranded" }, { brand: "Generic" }),
    found: [0, 1],
  },
  { code: "amz_quantity_negative", field: "fulfillment_availability", rows: [{ columns: {}, inventory: "-3" }] },
  {
    code: "amz_image_not_https",
    field: "main_product_image_locator",
    rows: columns({ image_link: "http://harbour-hazel.example/cdn/front.jpg" }),
  },
  {
    code: "amz_title_forbidden_characters",
    field: "item_name",
    rows: columns({ title: "Linen shirt with a soft collar!" }, { title: "Linen shirt, why not $5?" }),
  },
  {
    code: "amz_title_repeated_words",
    field: "item_name",
    rows: columns(
      { title: "Linen Shirt, linen collar, linen cuffs" },
      { title: "Hemd für Herren, Hemden, Hemd blau, HEMD" },
      { title: "Linen shirt and linen collar" },
      { title: "Shirt with collar, with cuffs, with a pocket" },
      { title: "The art of the shirt: the book" },
    ),
    found: [0, 1],
  },
  {
    code: "amz_bullet_too_long",
    field: "bullet_point",
    rows: columns(
      { bullet_point: `Soft,${"x".repeat(501)}` },
      { bullet_point: "Soft" },
      { bullet_point: `Soft, ${"x".repeat(500)} , Warm` },
    ),
    found: [0],
  },
  { code: "feed_too_large", field: null, rows: [], facts: { rows: 25_001 } },
];
