import type { BadRows } from "../../../test/harness/bad-rows.ts";

const PHONE = { google_product_category: "267", sale_price: "" };

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "invalid_url",
    field: "link",
    rows: ["https://203.0.113.7/shirt", "https://192.168.0.1/shirt", "https://harbour-hazel.example/192.168.0.1"].map((link) => ({
      columns: { link },
    })),
    found: [0, 1],
  },
  {
    code: "missing_brand",
    field: "brand",
    rows: [{ columns: { brand: "" } }, { columns: { brand: "", condition: "used" } }, { columns: { brand: "", identifier_exists: "no" } }],
    found: [0],
  },
  {
    code: "ms_gtin_plus_brand_required",
    field: "brand",
    rows: [
      { columns: { brand: "" } },
      { columns: { brand: "", gtin: "", mpn: "M-1" } },
      { columns: { brand: "", gtin: "", mpn: "" } },
      { columns: { brand: "", condition: "refurbished" } },
    ],
    found: [0, 1],
  },
  {
    code: "ms_gtin_plus_brand_required",
    field: "identifier_exists",
    rows: [
      { columns: { brand: "" } },
      { columns: { gtin: "", mpn: "" } },
      { columns: { gtin: "", mpn: "", brand: "" } },
      { columns: { gtin: "" } },
      { columns: { gtin: "", mpn: "", identifier_exists: "no" } },
      { columns: { gtin: "", mpn: "", condition: "refurbished" } },
    ],
    found: [1, 2],
  },
  {
    code: "price_zero_or_negative",
    field: "price",
    rows: [
      { columns: { price: "0.00 USD", sale_price: "" } },
      { columns: { price: "-1.00 USD", sale_price: "" } },
      { columns: { ...PHONE, price: "0.00 USD", title: "Phone Model One, 128 GB, black" } },
      { columns: { ...PHONE, price: "0.00 USD", title: "Phone Model One with a 24-month contract" } },
    ],
    found: [0, 1, 2],
  },
  {
    code: "ms_price_out_of_range",
    field: "price",
    rows: ["0.001 USD", "10000000.01 USD", "10000000.00 USD", "0.01 USD"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1],
  },
  ...["title", "description"].map((field) => ({
    code: "ms_quotes_in_value",
    field,
    rows: ['The so-called "linen" shirt, soft collar', "The so-called “linen” shirt, soft collar"].map((value) => ({
      columns: { [field]: value },
    })),
    found: [0],
  })),
  { code: "ms_market_unsupported", field: null, rows: [], feed: { country: "RU" } },
  {
    code: "missing_shipping",
    field: "shipping",
    rows: [{ columns: { shipping: "" } }, { columns: { shipping: "AT:::4.90 EUR" } }],
    found: [0],
    settings: { target_country: "AT" },
  },
];
