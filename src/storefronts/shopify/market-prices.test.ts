import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RawCountryPrice } from "../../engine/source/raw-country-price.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import type { SimulatorOptions } from "../simulator/simulator-options.ts";
import { type Simulator, startSimulator } from "../simulator/start-simulator.ts";
import { DEFAULT_SCOPES } from "../simulator/shop-facts.ts";
import { handMarketPrices } from "./market-price-part.ts";
import { blockSink } from "./record-blocks.ts";
import { createRepairs } from "./repairs.ts";
import { type Brought, type Call, extractFrom } from "./shopify-storefront.suite.ts";

/** What the storefront brings of the countries that market feeds are for. */

/** Tests of failures need few products; tests of what an extraction brings need some of every kind. */
const [PRODUCTS, PRODUCTS_OF_ALL_KINDS] = [8, 70];
let folder: string;
let simulator: Simulator;
const start = async (options: SimulatorOptions = {}) => {
  simulator = await startSimulator({ products: PRODUCTS, cancelMs: 20, startMs: 2, ...options });
};
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-markets-"));
  await start();
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
});

const restart = async (options: SimulatorOptions) => {
  await simulator.close();
  await start(options);
};
const without = (scope: string) => restart({ scopes: DEFAULT_SCOPES.filter((one) => one !== scope) });
const extract = (call: Call) => extractFrom(simulator, folder, call);
const wanting = (...countries: readonly string[]) => extract({ wanted: { locales: [], countries } });
const warningsOf = ({ extraction }: Brought) => Object.fromEntries(extraction.warnings.map(({ code, message }) => [code, message]));
const codesOf = ({ extraction }: Brought) => extraction.countries?.map(({ country }) => country);

describe("the countries that market feeds are for", () => {
  test("come with what their buyers see: prices, former prices, and whether they are sold", async () => {
    await restart({ products: PRODUCTS_OF_ALL_KINDS });
    const countries = ["US", "GB", "CH", "JP", "IE"];
    const { extraction, beside, variants } = await wanting(...countries);
    const expected = [...simulator.control.state()].flatMap((product) =>
      product.variants.flatMap(({ id, countries: states }) =>
        countries.map((country) => {
          const { sold, price, compareAtPrice } = states[country] ?? { sold: false, price: "", compareAtPrice: null };
          return `${country} ${id} ${sold} ${price || null} ${compareAtPrice}`;
        }),
      ),
    );
    const brought = beside.country_price.map(
      ({ owner_id: id, country, included, price, compare_at_price: former }) => `${country} ${id} ${included} ${price} ${former}`,
    );
    expect(brought.toSorted()).toEqual(expected.toSorted());
    expect(brought).toHaveLength(5 * variants.length);
    for (const country of countries) expect(new Set(beside.country_price.filter((one) => one.country === country).map(({ included }) => included)).size).toBeGreaterThan(country === "IE" ? 0 : 1); // prettier-ignore
    expect(beside.country_price.some(({ unit_price: price }) => price !== null)).toBe(true);
    expect([extraction.leftOut, extraction.warnings]).toEqual([[], []]);
  });

  test("charge in the currency of their market, and lead to its address, which names the country where markets share it", async () => {
    const domain = "harbour-and-hazel.example";
    const shared = { sold: true, rootUrl: `https://${domain}`, named: true };
    expect((await wanting("US", "GB", "LI", "JP", "IE")).extraction.countries).toEqual([
      { country: "US", currency: "EUR", ...shared },
      { country: "GB", currency: "GBP", sold: true, rootUrl: `https://uk.${domain}`, named: false },
      { country: "LI", currency: "CHF", sold: true, rootUrl: `https://${domain}/de-ch`, named: true },
      { country: "JP", currency: "JPY", ...shared },
      { country: "IE", currency: "EUR", ...shared },
    ]);
  });

  test("that no active market sells in have no price, and that is told", async () => {
    const brought = await wanting("BR", "GB");
    expect(brought.extraction.countries?.map(({ country, sold }) => [country, sold])).toEqual([
      ["BR", false],
      ["GB", true],
    ]);
    expect(new Set(brought.beside.country_price.map(({ country }) => country))).toEqual(new Set(["GB"]));
    expect(warningsOf(brought)["market_inactive"]).toContain("BR");
  });

  test("are not asked for where no feed is for one", async () => {
    const brought = await wanting();
    expect([codesOf(brought), brought.beside.country_price]).toEqual([[], []]);
    expect(simulator.control.operations()).toHaveLength(4);
  });
});

describe("prices that cannot be had leave the catalog as it is", () => {
  test("without the scope for markets, which is named", async () => {
    await without("read_markets");
    const brought = await wanting("GB", "US");
    expect(brought.products).toHaveLength(PRODUCTS);
    expect(codesOf(brought)).toEqual([]);
    expect(brought.extraction.leftOut).toMatchObject([
      { kind: "country", code: "GB", reason: expect.stringContaining("read_markets") },
      { kind: "country", code: "US" },
    ]);
    expect(warningsOf(brought)).toMatchObject({
      scope_missing: expect.stringContaining("read_markets"),
      prices_left_out: expect.stringContaining("GB, US"),
    });
  });

  test("without the scope for publications only what is sold is unknown", async () => {
    await without("read_publications");
    const brought = await wanting("GB");
    expect(codesOf(brought)).toEqual(["GB"]);
    expect(new Set(brought.beside.country_price.map(({ included }) => included))).toEqual(new Set([null]));
    expect(warningsOf(brought)["scope_missing"]).toContain("read_publications");
  });

  test("without the scope for languages links lead to the shop's own address", async () => {
    await without("read_locales");
    const brought = await wanting("GB");
    expect(brought.extraction.countries).toMatchObject([{ rootUrl: "https://harbour-and-hazel.example", named: true }]);
    expect(warningsOf(brought)["scope_missing"]).toContain("read_locales");
  });

  test.each(["failed_access_denied", "failed_timeout"] as const)("where the operation ends for good: %s", async (kind) => {
    simulator.control.fail({ kind, times: 5, forMs: undefined, matching: "contextualPricing" });
    const brought = await wanting("GB", "JP");
    expect(brought.products).toHaveLength(PRODUCTS);
    expect([codesOf(brought), brought.extraction.leftOut.map(({ code }) => code)]).toEqual([[], ["GB", "JP"]]);
    expect(warningsOf(brought)["prices_left_out"]).toContain("GB, JP");
  });
});

test("a price in another currency than its market's is left out and counted, with what it would be compared with", async () => {
  const money = (value: string, currencyCode: string) => ({ amount: value, currencyCode });
  const line = (id: number, price: object, more: object = {}) => ({
    id: `gid://shopify/ProductVariant/${id}`,
    pricesSE: { price, compareAtPrice: money("20.0", "SEK"), unitPrice: money("2.0", "EUR"), ...more },
    product: { soldSE: true },
    published1: id === 2,
    published2: false,
  });
  const file = path.join(folder, "prices.jsonl");
  const lines = [line(1, money("10.0", "EUR")), line(2, money("10.0", "SEK")), { id: "gid://shopify/Product/3" }];
  await writeFile(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const records: RawCountryPrice[] = [];
  const repairs = createRepairs();
  const sink = blockSink(async (_kind, { bytes }) => {
    records.push(...Buffer.from(bytes).toString("utf8").trimEnd().split("\n").map((text) => branded<RawCountryPrice>(parseJson(text)))); // prettier-ignore
  });
  const sweden = { code: "SE", currency: "SEK", publications: ["gid://shopify/Publication/1", "gid://shopify/Publication/2"] };
  const source = { path: file, what: "prices", signal: new AbortController().signal, repairs };
  await handMarketPrices(source, [sweden], sink.sink);
  await sink.flush();
  const common = { country: "SE", unit_price: null };
  expect(records).toEqual([
    { ...common, owner_id: "1", included: "false", price: null, compare_at_price: null },
    { ...common, owner_id: "2", included: "true", price: "10.00", compare_at_price: "20.00" },
  ]);
  expect(repairs.warnings()).toMatchObject([{ code: "market_currency", count: 1 }]);
});

test("more operations than there are slots wait for one, and none fails", async () => {
  await restart({ products: 5, startMs: 20 });
  const wanted = { locales: ["de", "fr"], countries: ["US", "CA", "AU", "GB", "CH", "LI", "JP", "IE"] };
  const { extraction } = await extract({ wanted });
  expect(extraction.countries).toHaveLength(8);
  expect(extraction.translations).toHaveLength(2);
  expect(simulator.control.operations()).toHaveLength(6);
});
