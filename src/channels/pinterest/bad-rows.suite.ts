import type { BadRows } from "../../../test/harness/bad-rows.ts";

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "variant_attributes_identical",
    field: "item_group_id",
    rows: ["Rose", "Oak", "Oak"].map((value) => ({
      product: "A",
      columns: { item_group_id: "group_a", variant_values: value },
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
    code: "link_domain_mismatch",
    field: "link",
    rows: ["harbour-hazel.example", "www.hazel.example"].map((host) => ({ columns: { link: `https://${host}/shirt` } })),
    found: [1],
    feed: { linkHosts: ["www.hazel.example", "harbour-hazel.example"] },
  },
  {
    code: "price_zero_or_negative",
    field: "price",
    rows: ["0.00 USD", "-1.00 USD", "0.00USD", "0", "0.01 USD", "0.01USD"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1, 2, 3],
  },
  {
    code: "price_currency_mismatch",
    field: "price",
    rows: [
      ...[["24.99EUR"], ["24.99 EUR"], ["24.99 USD", "19.99EUR"], ["24.99", "19.99 EUR"]],
      ...[["24.99USD"], ["24.99"], ["24.99", "19.99 USD"], ["24.99USD", "19.99"]],
    ].map(([price = "", sale = ""]) => ({ columns: { price, sale_price: sale } })),
    found: [0, 1, 2, 3],
  },
  {
    code: "price_invalid_format",
    field: "sale_price",
    rows: ["19,90", "-5.00USD", "0USD", "19.90", "19.90USD", "19.90 USD"].map((sale) => ({
      columns: { price: "59.00USD", sale_price: sale },
    })),
    found: [0, 1, 2],
  },
  {
    code: "sale_price_not_lower",
    field: "sale_price",
    rows: ["59.00 USD", "59", "100.00USD", "9.00USD"].map((sale) => ({ columns: { price: "59.00USD", sale_price: sale } })),
    found: [0, 1, 2],
  },
  {
    code: "price_invalid_format",
    field: "price",
    rows: ["12,90", "$12.90", "12.90", "12.90USD", "12.90 USD"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1],
  },
  {
    code: "price_invalid_format",
    field: "price",
    rows: ["12.90", "12.90EUR"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0],
    feed: { currency: "EUR" },
  },
  {
    code: "expiration_date_invalid",
    field: "expiration_date",
    rows: ["soon", "2031-01-01"].map((value) => ({ columns: { expiration_date: value } })),
    found: [0],
  },
  {
    code: "ad_link_same_as_link",
    field: "ad_link",
    rows: ["", "?utm_source=pinterest"].map((query) => ({
      columns: { link: "https://harbour-hazel.example/products/a", ad_link: `https://harbour-hazel.example/products/a${query}` },
    })),
    found: [0],
  },
  ...["ios_deep_link", "android_deep_link"].map((field) => ({
    code: `${field}_invalid`,
    field,
    rows: ["nowhere", "example-app://item/1"].map((value) => ({ columns: { [field]: value } })),
    found: [0],
  })),
  {
    code: "tax_invalid",
    field: "tax",
    rows: ["6 %", "US:6.00", "US:1025433:6.00:y"].map((value) => ({ columns: { tax: value } })),
    found: [0, 1],
  },
  {
    code: "country_does_not_map_to_currency",
    field: "price",
    rows: ["59.00 GBP", "59.00GBP", "59.00 USD", "59.00USD", "59.00"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1],
  },
  { code: "feed_too_large", field: null, rows: [], facts: { rows: 20_000_001, rowsBefore: 20_000_001 } },
  { code: "large_product_count_decrease", field: null, rows: [], facts: { rows: 1, rowsBefore: 1000 } },
];
