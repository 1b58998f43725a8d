import type { BadRows } from "../../../test/harness/bad-rows.ts";

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "title_promotional_text",
    field: "title",
    rows: [
      "High quality linen shirt in navy",
      "Linen shirt in navy, wholesale",
      "Linen shirt in navy, free shipping",
      "Linen shirt in navy",
    ].map((title) => ({ columns: { title } })),
    found: [0, 1, 2],
  },
  {
    code: "price_zero_or_negative",
    field: "price",
    rows: ["0.00 USD", "-1.00 USD", "0.01 USD"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [0, 1],
  },
  {
    code: "invalid_characters",
    field: "title",
    rows: ["\u{1F600}", "\u{E001}", "1\uFE0F\u20E3", "\u2764\uFE0F", "™ –", "★", "✓", "♪"].map((sign) => ({
      columns: { title: `Linen shirt ${sign} in navy blue` },
    })),
    found: [0, 1, 2, 3],
  },
  {
    code: "id_invalid_characters",
    field: "sku_id",
    rows: ["sku\u{1F600}1", "sku\u{E000}2", "sku 3", "sku\u26054"].map((id) => ({ columns: { id } })),
    found: [0, 1],
  },
  {
    code: "tt_currency_unsupported",
    field: "price",
    rows: ["59.00 ISK", "59.00 CUP", "59.00 OMNI", "59.00 AWG"].map((price) => ({ columns: { price, sale_price: "" } })),
    found: [1, 3],
  },
];
