import { describe, expect, test } from "vitest";
import { countryOfMarket, isOwnMarket, marketAt, marketFileAt, pricedCountry } from "./market-of.ts";

const HANDLES = [
  { handle: "uk-shop", country: "GB" },
  { handle: "europe", country: null },
];

describe("a market", () => {
  const markets = ["International", "Canada", "Côte d’Ivoire", "de", "United Kingdom"];

  test.each([
    ["CANADA", 1],
    ["CA", 1],
    ["GB", 4],
    ["CI", 2],
    ["DE", 3],
    ["GERMANY", 3],
    ["GREAT BRITAIN", 4],
    ["REINO UNIDO", 4],
    ["INTERNATIONAL", 0],
    ["US", -1],
    ["ATLANTIS", -1],
  ])("%s is the one of that name, or the one named after that country in any language", (target, at) => {
    expect(marketAt(markets, target)).toBe(at);
  });

  test.each([
    ["CA", "CA"],
    ["CANADA", "CA"],
    ["International", undefined],
    ["UK-SHOP", "GB"],
    ["EUROPE", undefined],
  ])("%s is of the country %s", (target, country) => {
    expect(countryOfMarket(target, HANDLES)).toBe(country);
  });

  test.each([
    ["GB", true],
    ["UK-SHOP", true],
    ["UNITED KINGDOM", true],
    ["IE", false],
    ["EUROPE", false],
  ])("%s is where a British shop is at home: %s", (target, isHome) => {
    expect(isOwnMarket(target, { country: "GB", markets: HANDLES })).toBe(isHome);
  });
});

describe("the prices of a market feed", () => {
  const EU = { handle: "eu", country: null, countries: ["DE", "FR"].map((code) => ({ code, currency: "EUR" })) };
  const markets = [...HANDLES, EU];
  const aim = (target_market: string, target_country: string) => ({ target_market, target_country });

  test.each([
    ["SE", "SE", "SE"],
    ["SE", "NO", "SE"],
    ["UK-SHOP", "US", "GB"],
    ["EU", "FR", "FR"],
    ["EU", "US", "DE"],
    ["EUROPE", "US", "US"],
    ["GONE", "IT", "IT"],
  ])("are those of one country: %s, for %s, of %s", (target, own, priced) => {
    expect(pricedCountry(aim(target, own), markets)).toBe(priced);
  });

  test("are in the file of the country, or of the market where an export names markets", () => {
    const countries = { markets: ["GB", "FR"], countries: ["GB", "FR"] };
    expect(marketFileAt(countries, aim("EU", "FR"), { markets })).toBe(1);
    expect(marketFileAt(countries, aim("DE", "DE"), { markets })).toBe(-1);
    expect(marketFileAt({ markets: ["Canada", "Eire"], countries: null }, aim("IE", "GB"), { markets: [] })).toBe(1);
  });
});
