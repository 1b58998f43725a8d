import type { BadRows } from "../../../test/harness/bad-rows.ts";

const NO_IDENTIFIER = { brand: "", gtin: "", mpn: "" };
const images = (count: number, letters = 80): string =>
  Array.from({ length: count }, (_, at) => `https://harbour-hazel.example/${`${at}`.padEnd(letters, "a")}.jpg`).join(",");

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "title_promotional_text",
    field: "title",
    rows: ["Panier à linge sale en bambou", "Panier à linge en bambou, en promo", "Sac à rabat en cuir souple"].map((title) => ({
      columns: { title },
    })),
    found: [1],
    feed: { language: "fr" },
  },
  {
    code: "variant_attributes_identical",
    field: "item_group_id",
    rows: ["Scent:Rose", "Scent:Oak", "Scent:Oak"].map((value) => ({
      product: "A",
      columns: { item_group_id: "group_a", additional_variant_attribute: value },
    })),
    found: [1, 2],
  },
  {
    code: "invalid_url",
    field: "link",
    rows: ["https://203.0.113.7/shirt", "https://192.168.0.1/shirt", "https://harbour-hazel.example/192.168.0.1"].map((link) => ({
      columns: { link },
    })),
    found: [1],
  },
  {
    code: "missing_brand",
    field: "brand",
    rows: [{ columns: NO_IDENTIFIER }, { columns: { ...NO_IDENTIFIER, mpn: "M-1" } }, { columns: { brand: "" } }],
    found: [0],
  },
  {
    code: "price_zero_or_negative",
    field: "price",
    rows: [
      { columns: { price: "0.00 USD", sale_price: "" } },
      { columns: { price: "-1.00 USD", sale_price: "" } },
      { columns: { price: "0 USD", sale_price: "", google_product_category: "267", title: "Phone with a contract, 24 months" } },
      { columns: { price: "0.01 USD", sale_price: "" } },
    ],
    found: [0, 1, 2],
  },
  {
    code: "expiration_date_invalid",
    field: "expiration_date",
    rows: ["soon", "2026-13-01", "2031-01-01"].map((value) => ({ columns: { expiration_date: value } })),
    found: [0, 1],
  },
  {
    code: "meta_additional_images_too_long",
    field: "additional_image_link",
    rows: [
      ...[images(20), images(8, 300), images(10), images(1, 2_000)],
      // Semicolons become three characters each; of the last, what is too long isn't sent.
      ...[images(15, 80).replaceAll("aaaaa", ";a;a;"), `${images(20, 60)},${images(20, 60)}`],
    ].map((value) => ({ columns: { additional_image_link: value } })),
    found: [0, 1, 3, 4],
  },
  {
    code: "category_depth_low",
    field: "google_product_category",
    rows: [{ columns: { google_product_category: "436" } }, { columns: { google_product_category: "Furniture > Chairs" } }],
    found: [0],
  },
  {
    code: "category_depth_low",
    field: "fb_product_category",
    rows: ["clothing", "Clothing > Shirts", "clothing > shirts > linen", "422"].map((value) => ({
      columns: { fb_product_category: value },
    })),
    found: [0, 1],
  },
];
