import type { BadRows } from "../../../test/harness/bad-rows.ts";

const NO_IDENTIFIER = { brand: "", gtin: "", mpn: "" };

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "missing_brand",
    field: "brand",
    rows: [{ columns: NO_IDENTIFIER }, { columns: { ...NO_IDENTIFIER, brand: "Harbour & Hazel" } }],
    found: [0],
  },
  {
    code: "price_invalid_format",
    field: "price",
    rows: ["12,90 USD", "$12.90", "12.90", "USD 12.90", "12.90 USD"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1, 2],
  },
  {
    code: "price_currency_mismatch",
    field: "price",
    rows: [["EUR 24.99"], ["24.99 EUR"], ["USD 24.99", "EUR 19.99"], ["USD 24.99", "19.99 USD"], ["24.99 USD"]].map(
      ([price = "", sale = ""]) => ({ columns: { price, sale_price: sale } }),
    ),
    found: [0, 1, 2],
  },
  {
    code: "sale_price_not_lower",
    field: "sale_price",
    rows: ["USD 59.00", "USD 100.00", "USD 9.00"].map((sale) => ({ columns: { price: "59.00 USD", sale_price: sale } })),
    found: [0, 1],
  },
  {
    code: "price_invalid_format",
    field: "sale_price",
    rows: ["19,90 USD", "-5.00 USD", "0.00 USD", "USD 19.90"].map((sale) => ({ columns: { price: "59.00 USD", sale_price: sale } })),
    found: [0, 1],
  },
  {
    code: "price_zero_or_negative",
    field: "price",
    rows: ["-1.00 USD", "USD -0.50", "0.00 USD", "-0.00 USD"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1],
  },
  {
    code: "expiration_date_invalid",
    field: "expiration_date",
    rows: ["soon", "2031-01-01"].map((value) => ({ columns: { expiration_date: value } })),
    found: [0],
  },
  {
    code: "snap_link_not_encoded",
    field: "link",
    rows: ["linen{shirt}", "linen|shirt", "größe", "gr%C3%B6%C3%9Fe"].map((slug) => ({
      columns: { link: `https://harbour-hazel.example/products/${slug}` },
    })),
    found: [0, 1],
  },
  { code: "feed_too_large", field: null, rows: [], facts: { rows: 10_000_001, rowsBefore: 10_000_001 } },
];
