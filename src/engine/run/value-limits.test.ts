import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { limitsOf } from "./value-limits.ts";

const CASES = [
  ["price", "see site", "price_invalid"],
  ["price", "-1.00 USD", "price_not_positive"],
  ["price", "12.90 USD", null],
  ["price", "12.90 EUR", "price_currency_mismatch"],
  ["sale_price", "", null],
  ["sale_price", "12.90 EUR", "price_currency_mismatch"],
  ["cost_of_goods_sold", "12.90 EUR", null],
  ["availability", "sold", "value_unknown"],
  ["availability", "In stock", null],
  ["condition", "mint", "value_unknown"],
  ["gender", "robot", "value_unknown"],
  ["gtin", "123", "gtin_invalid"],
  ["gtin", "4006381333931", null],
  ["gtin", "400-6381-333931", null],
  ["gtin", "0000000000000", "gtin_invalid"],
  ["gtin", "2000000000008", "gtin_invalid"],
  ["link", "ftp://example.com/x", "link_invalid"],
  ["link", "", "required_blank"],
  ["additional_image_link", "https://example.com/1.jpg,2.jpg", "link_invalid"],
  ["google_product_category", "Mugs", "category_unknown"],
  ["google_product_category", "Apparel & Accessories > Clothing", null],
  ["google_product_category", "166", null],
  ["title", "ab".repeat(75), null],
  ["title", "ab".repeat(76), "too_long"],
] as const;

test("a value has the faults that its column's limits name, and no other", async () => {
  await using duckdb = await testDuckdb();
  const faults = CASES.map(([column, value], at) => {
    const codes = limitsOf(column, "USD").map(({ code, refuses }) => sql`CASE WHEN ${refuses(name("value"))} THEN ${literal(code)} END`);
    return sql`SELECT ${integer(at)} AS n, list_filter([${list(codes)}], lambda code: code IS NOT NULL) AS codes FROM (SELECT ${literal(value)} AS value)`;
  });
  const found = await duckdb.all(sql`SELECT codes FROM (${join(faults, sql` UNION ALL `)}) ORDER BY n`);
  expect(found.map(({ codes }) => codes)).toEqual(CASES.map(([, , code]) => (code === null ? [] : [code])));
});
