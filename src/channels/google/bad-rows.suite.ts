import type { BadRows } from "../../../test/harness/bad-rows.ts";

const PHONE = { google_product_category: "267", sale_price: "" };

const LINKS_ELSEWHERE = ["harbour-hazel.example", "www.hazel.example", "shop.hazel.example", "nothazel.example"].map((host) => ({
  columns: { link: `https://${host}/shirt` },
}));

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "variant_attributes_identical",
    field: "item_group_id",
    rows: ["Scent:Rose", "Scent:Oak", "Scent:Oak"].map((value) => ({
      product: "A",
      columns: { item_group_id: "group_a", variant_option: value },
    })),
    found: [1, 2],
  },
  {
    code: "invalid_url",
    field: "link",
    rows: ["https://203.0.113.7/shirt", "https://192.168.0.1/shirt", "https://harbour-hazel.example/192.168.0.1"].map((link) => ({
      columns: { link },
    })),
    found: [0, 1],
  },
  {
    code: "price_zero_or_negative",
    field: "price",
    rows: [
      { columns: { price: "0.00 USD", sale_price: "" } },
      { columns: { ...PHONE, price: "0.00 USD" } },
      { columns: { ...PHONE, price: "-1.00 USD", installment: "24:20.00 USD" } },
      { columns: { price: "0.00 USD", sale_price: "", installment: "24:20.00 USD" } },
      { columns: { ...PHONE, price: "0.00 USD", installment: "24:20.00 USD" } },
      { columns: { ...PHONE, google_product_category: "4745", price: "0.00 USD", subscription_cost: "month:24:20.00 USD" } },
    ],
    found: [0, 1, 2, 3],
  },
  {
    code: "link_domain_mismatch",
    field: "link",
    rows: LINKS_ELSEWHERE,
    found: [0, 3],
    alone: true,
    feed: { storeUrl: "https://harbour-hazel.myshop.example", linkHosts: ["www.hazel.example", "harbour-hazel.example"] },
  },
  {
    code: "price_invalid_format",
    field: "sale_price",
    rows: ["0.00 USD", "0 USD", "-1.00 USD", "19.90", "0.01 USD"].map((sale) => ({ columns: { price: "59.00 USD", sale_price: sale } })),
    found: [0, 1, 2, 3],
  },
  {
    code: "title_promotional_text",
    field: "title",
    rows: ["Sale rosa dell'Himalaya, 1 kg", "Camicia di lino blu, on sale", "Camicia di lino blu, saldi"].map((title) => ({
      columns: { title },
    })),
    found: [1, 2],
    feed: { language: "it" },
  },
  {
    code: "missing_brand",
    field: "brand",
    rows: [
      { columns: { brand: "" } },
      { columns: { brand: "", condition: "used" } },
      { base: "book", columns: { brand: "" } },
      { columns: { brand: "", gtin: "", mpn: "", identifier_exists: "no" } },
    ],
    found: [0],
  },
];
