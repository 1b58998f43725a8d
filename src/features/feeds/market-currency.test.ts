import { expect, test } from "vitest";
import { currencyOfFeed, marketTerms } from "./market-currency.ts";

const SHOP = { country: "DE", currency: "EUR", markets: [] };
const MARKETS = ["Sverige", "Nordics", "Deutschland", "Schweiz"];
const termsOf = (target: string, said: readonly (string | null)[] = [], shop = SHOP) =>
  marketTerms({ target, markets: MARKETS, currencies: said, shop });

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
  expect(marketTerms({ target: "CH", markets: [], currencies: [], shop: swiss })).toMatchObject({ currency: "EUR", atHome: true });
});

test("a feed's currency is the market's by its setting, the export or its name; other feeds have the shop's", () => {
  const feed = { feed_type: "market", target_market: "NORDICS", settings: {}, ...SHOP, snapshot: { markets: MARKETS } } as const;
  expect(currencyOfFeed(feed)).toBeNull();
  expect(currencyOfFeed({ ...feed, settings: { market_currency: "SEK" } })).toBe("SEK");
  expect(currencyOfFeed({ ...feed, target_market: "SE" })).toBe("SEK");
  expect(currencyOfFeed({ ...feed, target_market: "SE", snapshot: null, markets: null })).toBe("SEK");
  expect(currencyOfFeed({ ...feed, feed_type: "primary", target_market: null })).toBe("EUR");
});
