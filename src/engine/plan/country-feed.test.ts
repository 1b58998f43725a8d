import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, runFeed } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeCountry, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { FeedSettings, type MarketTerms } from "./feed-definition.ts";

/** Market feeds of a platform that tells prices country by country. The shop's currency is USD. */
const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const snapshot = await takeSnapshot(duckdb, {
  products: [rawProduct(1, { key: "shirt", id: "1", link: "https://shop.example/products/shirt" })],
  variants: [11, 12, 13, 14].map((id) =>
    rawVariant(id, {
      product_key: "shirt",
      id: String(id),
      sku: String(id),
      price: "10.00",
      compare_at_price: "20.00",
      unit_price: "5.00",
      cost: "4.00",
    }),
  ),
});
const japan = await takeCountry(
  duckdb,
  snapshot,
  { country: "JP", currency: "JPY", sold: true, rootUrl: "https://shop.example/ja", named: true },
  [
    { owner_id: "11", included: "true", price: "1500", compare_at_price: "1800", unit_price: "750" },
    { owner_id: "12", included: "true", price: "1500" },
    { owner_id: "13", included: "false", price: "1500" },
    { owner_id: "14", included: "true" },
  ],
);

const TERMS: MarketTerms = { name: "JP", currency: "JPY", shopCurrency: "USD", atHome: false };

async function feed({ terms = {}, settings = {} }: { readonly terms?: Partial<MarketTerms>; readonly settings?: object } = {}) {
  const mappings = { custom_label_0: "unit_price", custom_label_1: "cost", custom_label_2: "currency" };
  const definition = feedDefinition({ feedType: "market", market: "JP", settings: FeedSettings.parse(settings), mappings });
  return runFeed(duckdb, { snapshot, definition, market: japan, terms: { ...TERMS, ...terms } });
}

describe("a market feed of a country", () => {
  test("has the market's price, former price, unit price, currency and address, and nothing of the shop's", async () => {
    const { rows } = await feed();
    const shown = ["price", "sale_price", "custom_label_0", "custom_label_1", "custom_label_2", "link"];
    expect(rows.slice(0, 2).map(({ fields }) => shown.map((column) => fields[column]))).toEqual([
      ["1800 JPY", "1500 JPY", "750", "", "JPY", "https://shop.example/ja/products/shirt?country=JP"],
      ["1500 JPY", "", "", "", "JPY", "https://shop.example/ja/products/shirt?country=JP"],
    ]);
  });

  test("leaves out what the market doesn't sell, and what has no price there", async () => {
    expect((await feed()).rows.map(({ reason }) => reason)).toEqual([null, null, "Not sold in JP", "No price for JP"]);
  });

  test("of the shop's own country never falls back to the shop's price", async () => {
    const { rows } = await feed({ terms: { atHome: true, currency: "USD" } });
    expect(rows.map(({ reason }) => reason)).toEqual([null, null, "Not sold in JP", "No price for JP"]);
    expect(rows[1]?.fields).toMatchObject({ price: "1500.00 USD", sale_price: "" });
  });

  test("whose setting names another currency has no price: amounts of one currency aren't written as those of another", async () => {
    const { rows } = await feed({ settings: { market_currency: "EUR" } });
    expect(rows.map(({ reason }) => reason)).toEqual(["No price for JP", "No price for JP", "Not sold in JP", "No price for JP"]);
    expect(rows.map(({ fields }) => fields["price"])).toEqual(["", "", "", ""]);
  });
});
