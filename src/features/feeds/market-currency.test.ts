import { describe, expect, test } from "vitest";
import { currencyOfFeed, marketTerms } from "./market-currency.ts";

const SHOP = { country: "DE", currency: "EUR", markets: [] };
const MARKETS = ["Sverige", "Nordics", "Deutschland", "Schweiz"];
const snapshotOf = (
  markets: readonly string[],
  currencies: readonly (string | null)[] = [],
  countries: readonly string[] | null = null,
) => ({
  markets,
  market_currencies: currencies,
  countries,
});
const termsOf = (target: string, said: readonly (string | null)[] = [], shop = SHOP) =>
  marketTerms({ aim: { target_market: target, target_country: shop.country }, snapshot: snapshotOf(MARKETS, said), shop });

test.each([
  ["SE", "Sverige", "SEK", false],
  ["SVERIGE", "Sverige", "SEK", false],
  ["SWEDEN", "Sverige", "SEK", false],
  ["NORDICS", "Nordics", null, false],
  ["DE", "Deutschland", "EUR", true],
  ["CH", "Schweiz", "CHF", false],
  ["NO", "NO", "NOK", false],
])("the market that %s aims at is %s, its prices are in %s", (target, name, currency, atHome) => {
  expect(termsOf(target)).toEqual({ name, currency, shopCurrency: "EUR", atHome });
});

test("what the merchant said of a market's currency wins over its name", () => {
  expect(termsOf("NORDICS", [null, "DKK", null, null])).toMatchObject({ currency: "DKK" });
  expect(termsOf("CH", [null, null, null, "EUR"])).toMatchObject({ currency: "EUR" });
});

test("prices that an export has for the shop's own country are in that country's currency; without any the shop's own hold", () => {
  const swiss = { country: "CH", currency: "EUR", markets: [] };
  expect(termsOf("CH", [], swiss)).toMatchObject({ currency: "CHF", atHome: true });
  expect(marketTerms({ aim: { target_market: "CH", target_country: "CH" }, snapshot: snapshotOf([]), shop: swiss })).toMatchObject({
    currency: "EUR",
    atHome: true,
  });
});

test("a feed's currency is the market's by its setting, the export or its name; other feeds have the shop's", () => {
  const feed = {
    feed_type: "market",
    target_market: "NORDICS",
    target_country: "DE",
    settings: {},
    ...SHOP,
    snapshot: { markets: MARKETS },
  } as const;
  expect(currencyOfFeed(feed)).toBeNull();
  expect(currencyOfFeed({ ...feed, settings: { market_currency: "SEK" } })).toBe("SEK");
  expect(currencyOfFeed({ ...feed, target_market: "SE" })).toBe("SEK");
  expect(currencyOfFeed({ ...feed, target_market: "SE", snapshot: null, markets: null })).toBe("SEK");
  expect(currencyOfFeed({ ...feed, feed_type: "primary", target_market: null })).toBe("EUR");
});

describe("a market that the platform tells of", () => {
  const shop = {
    country: "DE",
    currency: "EUR",
    markets: [
      { handle: "home", country: "DE", countries: [{ code: "DE", currency: "EUR" }] },
      { handle: "nordics", country: null, countries: ["SE", "NO"].map((code) => ({ code, currency: code === "SE" ? "SEK" : "EUR" })) },
    ],
  };
  const terms = (target: string, country: string, snapshot = snapshotOf([])) =>
    marketTerms({ aim: { target_market: target, target_country: country }, snapshot, shop });

  test.each([
    ["SE", "SE", "SEK"],
    ["NORDICS", "SE", "SEK"],
    ["NORDICS", "NO", "EUR"],
    ["NO", "SE", "EUR"],
    ["JP", "JP", "JPY"],
  ])("charges in the currency of the country: %s for %s in %s", (target, country, currency) => {
    expect(terms(target, country).currency).toBe(currency);
  });

  test("charged in what the snapshot's prices are in, until the next extract", () => {
    expect(terms("SE", "SE", snapshotOf(["NO", "SE"], ["NOK", "DKK"], ["NO", "SE"]))).toMatchObject({ name: "SE", currency: "DKK" });
    expect(terms("NORDICS", "NO", snapshotOf(["NO", "SE"], ["NOK", "DKK"], ["NO", "SE"]))).toMatchObject({ name: "NO", currency: "NOK" });
  });
});
