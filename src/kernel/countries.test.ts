import { describe, expect, test } from "vitest";
import { countryNamed, currencyOfCountry, isCountry } from "./countries.ts";

describe("a country is known by its name", () => {
  test.each([
    ["SE", "Sweden", "Sverige", "Schweden", "Suède", "Suecia", "Svezia", "Zweden", "スウェーデン", "스웨덴", "瑞典", "İsveç", "se"],
    ["GB", "United Kingdom", "UK", "U.K.", "Great Britain", "Vereinigtes Königreich", "Royaume-Uni", "Storbritannien", "イギリス"],
    ["US", "United States", "USA", "U.S.A.", "the United States of America", "Vereinigte Staaten", "États-Unis", "Estados Unidos"],
    ["NL", "Netherlands", "The Netherlands", "Holland", "Nederland", "Niederlande"],
    ["CZ", "Czechia", "Czech Republic", "Česko", "Tschechien"],
    ["CI", "Cote d'Ivoire", "Côte d’Ivoire", "Ivory Coast"],
    ["CH", "Switzerland", "Schweiz", "Suisse", "SVIZZERA"],
    ["TH", "ไทย", "ประเทศไทย"],
    ["DK", " danmark "],
  ])("%s in many languages and spellings", (country, ...names) => {
    expect(names.map((name) => [name, countryNamed(name)])).toEqual(names.map((name) => [name, country]));
  });

  test.each([
    "Nordics",
    "International",
    "Europe",
    "European Union",
    "EU",
    "Eurozone",
    "Kongo",
    "Rest of world",
    "DACH",
    "",
    "constructor",
  ])("%s isn't one", (name) => {
    expect(countryNamed(name)).toBeUndefined();
  });
});

test.each([
  ["SE", "SEK"],
  ["GB", "GBP"],
  ["CA", "CAD"],
  ["CH", "CHF"],
  ["JP", "JPY"],
  ["HR", "EUR"],
  ["BG", "EUR"],
  ["DK", "DKK"],
  ["XK", "EUR"],
  ["CW", "XCG"],
  ["AQ", undefined],
])("people in %s pay in %s", (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency);
});

test("every country with a currency has one that Node knows", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const countries = letters.flatMap((one) => letters.map((other) => `${one}${other}`)).filter(isCountry);
  const without = countries.filter((country) => currencyOfCountry(country) === undefined);
  expect(without).toEqual(["AQ"]);
});

test.each([
  ["GB", true],
  ["XK", true],
  ["UK", false],
  ["EU", false],
  ["ZZ", false],
  ["USA", false],
  ["", false],
] as const)("%s is a country: %s", (code, is) => {
  expect(isCountry(code)).toBe(is);
});

test("there are as many countries as ISO 3166 has, and Kosovo", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  expect(letters.flatMap((one) => letters.filter((other) => isCountry(`${one}${other}`)))).toHaveLength(250);
});
