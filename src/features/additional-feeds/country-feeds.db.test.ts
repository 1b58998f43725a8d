import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PricedCountry } from "../../engine/source/country-prices.ts";
import type { RawCountryPrice } from "../../engine/source/raw-country-price.ts";
import type { ShopState } from "../../storefronts/storefront-port.ts";
import { getFeed } from "../feeds/index.ts";
import { debugRows } from "../transforms/index.ts";
import { type FeedAnswer, type FurnishedShop, furnishedShop } from "./additional-feeds.suite.ts";

/** Market feeds of a shop whose platform tells prices country by country: its markets are home (US), asia (JP, KR) and kingdom (GB). */
let furnished: FurnishedShop;
beforeAll(async () => {
  furnished = await furnishedShop("countries.example");
});
afterAll(() => furnished[Symbol.asyncDispose]());

let feeds = 0;
let display_name: string;
beforeEach(() => {
  feeds += 1;
  display_name = `Feed no. ${feeds}`;
});

const pays = (currency: string, ...codes: readonly string[]) => codes.map((code) => ({ code, currency }));
const SHOP: ShopState = {
  timeZone: "America/Denver",
  scopes: ["read_locales", "read_markets", "read_products", "read_translations"],
  languages: { primary: "en", published: ["en"] },
  markets: [
    { handle: "home", country: "US", countries: pays("USD", "US") },
    { handle: "asia", country: null, countries: [...pays("JPY", "JP"), ...pays("KRW", "KR")] },
    { handle: "kingdom", country: "GB", countries: pays("GBP", "GB") },
  ],
};
const country = (code: string, currency: string, more: Partial<PricedCountry> = {}): PricedCountry => ({
  ...{ country: code, currency, sold: true, rootUrl: `https://shop.example/${code.toLowerCase()}`, named: false },
  ...more,
});
const price = (owner_id: string, of: string, more: Partial<RawCountryPrice> = {}): RawCountryPrice => ({
  ...{ owner_id, country: of, included: "true", price: null, compare_at_price: null, unit_price: null },
  ...more,
});
const extract = (countries: readonly PricedCountry[], prices: readonly RawCountryPrice[]) =>
  furnished.extract({ claims: { shop: SHOP, markets: [], countries }, prices });
const market = (target_market: string, more: object = {}) =>
  furnished.create({ feed_type: "market", display_name, target_market, ...more });
const shown = (id: string) => furnished.ask<FeedAnswer>(getFeed, id);

const JAPAN = [
  price("1001", "JP", { price: "1500", compare_at_price: "1800" }),
  price("1002", "JP", { price: "980" }),
  price("1003", "JP", { included: "false", price: "10" }),
  price("1004", "JP"),
];

describe("a market feed of a platform with prices by country", () => {
  test("publishes what buyers in its country see, in their currency and at their address", async () => {
    const { id } = await market("JP");
    await furnished.run(id);
    await extract([country("GB", "GBP"), country("JP", "JPY", { named: true })], JAPAN);
    await furnished.run(id);
    expect(await furnished.rows(id)).toEqual({
      "1001": null,
      "1002": null,
      "1003": "Not sold in JP",
      "1004": "No price for JP",
      "1005": "No price for JP",
    });
    expect(await furnished.fields(id, "price")).toMatchObject({ "1001": "1800 JPY", "1002": "980 JPY" });
    expect(await furnished.fields(id, "sale_price")).toMatchObject({ "1001": "1500 JPY", "1002": "" });
    expect((await furnished.fields(id, "link"))["1001"]).toContain("https://shop.example/jp/products/product-1?country=JP");
    expect(await shown(id)).toMatchObject({ currency: "JPY", product_count: 2, not_extracted: null });
  });

  test("of a market with several countries has the prices of its own country, and none before they are extracted", async () => {
    await extract([country("JP", "JPY")], JAPAN);
    const { id, target_country, currency, not_extracted } = await market("asia", { target_country: "KR" });
    expect([target_country, currency, not_extracted]).toEqual(["KR", "KRW", expect.stringContaining("Not extracted yet for ASIA")]);
    await furnished.run(id);
    expect(new Set(Object.values(await furnished.rows(id)))).toEqual(new Set(["Not extracted yet for ASIA"]));
    await extract([country("JP", "JPY"), country("KR", "KRW")], [...JAPAN, price("1001", "KR", { price: "13000" })]);
    await furnished.run(id);
    expect(await furnished.fields(id, "price")).toMatchObject({ "1001": "13000 KRW", "1002": "" });
    expect(await furnished.rows(id)).toMatchObject({ "1001": null, "1002": "No price for ASIA" });
  });

  test("of a country that no market sells in any more excludes every row", async () => {
    const { id } = await market("KR");
    await furnished.run(id);
    await extract([country("KR", "USD", { sold: false })], []);
    await furnished.run(id);
    expect(await furnished.reasons(id)).toEqual({ "Not sold in KR": 5 });
    expect(await furnished.latestRun(id)).toMatchObject({ publication: "held", included_count: 0 });
  });

  test("has a traced row name the market its price, currency and address come from, and what they were", async () => {
    await extract([country("JP", "JPY")], JAPAN);
    const { id } = await market("JP");
    const { rows } = await furnished.ask<TracedAnswer>(debugRows, id, { body: { row_ids: ["1001"] } });
    const [first] = rows[0]?.stages ?? [];
    expect(first).toMatchObject({ stage: "localise", source: "market JP" });
    expect(first?.changes).toEqual(
      expect.arrayContaining([
        { field: "price", before: "1.00", after: "1500" },
        { field: "compare_at_price", before: "", after: "1800" },
        { field: "currency", before: "USD", after: "JPY" },
        { field: "link", before: "https://shop.example/products/product-1", after: "https://shop.example/jp/products/product-1" },
      ]),
    );
  });
});

interface TracedAnswer {
  readonly rows: readonly {
    readonly stages: readonly {
      readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
    }[];
  }[];
}
