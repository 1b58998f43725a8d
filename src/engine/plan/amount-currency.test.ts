import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, mappingsOf, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import type { FeedDefinition } from "./feed-definition.ts";

/** One row whose prices are in USD, and amounts of its product in other currencies. */
const METAFIELDS = { "metafield-msrp": "59.90 CAD", "metafield-fee": "2.50 EUR", "metafield-rate": "0.5", "metafield-none": "" };
const msrp = "[D]metafield-msrp";
const fee = "[D]metafield-fee";

const duckdb = await testDuckdb();
const snapshot = await takeSnapshot(duckdb, {
  metafieldColumns: Object.keys(METAFIELDS),
  products: [rawProduct(1, { key: "p1", id: "1", metafields: METAFIELDS })],
  variants: [rawVariant(1, { product_key: "p1", id: "1", price: "33.90", compare_at_price: null })],
});
afterAll(() => duckdb[Symbol.asyncDispose]());

async function salePrice(definition: Partial<FeedDefinition>): Promise<string | undefined> {
  const cells = { "1": { currency: "USD" } };
  const mappings = { ...mappingsOf("price", "sale_price"), ...definition.mappings };
  const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition({ ...definition, mappings }), cells });
  return rows[0]?.fields["sale_price"];
}

const written = (...rules: readonly object[]): Promise<string | undefined> => salePrice({ rules: readRules(rules) });
const set = (value: string): object => ({ type: "set_value", target: "sale_price", value });
const calculate = (value: string): object => ({ type: "calculate", target: "sale_price", value });

test.each([
  ["=[D]price * 0.35", "JPY", {}, "12 JPY"],
  ["=[D]price * 0.3437", "KWD", {}, "11.651 KWD"],
  ["=[G]price * 0.34375", "KWD", {}, "11.653 KWD"],
  ["=[G]price * 0.35", "JPY", { rounding: "up", ending: "99" }, "99 JPY"],
  ["=11.6515", "KWD", {}, "11.652 KWD"],
  ["=11.496", "JPY", {}, "11 JPY"],
  ["=11.2", "JPY", { rounding: "up" }, "12 JPY"],
  ["=11.2345", "KWD", { decimals: 1 }, "11.200 KWD"],
  ["=11.2345", "kwd", {}, "11.23"],
  ['="11.2345 KWD" * 2', "USD", {}, "22.469 KWD"],
])("%s is rounded to the decimals of its currency, in a row in %s with %j", async (value, currency, members, expected) => {
  const rules = readRules([{ type: "calculate", target: "sale_price", value, ...members }]);
  const definition = feedDefinition({ rules, mappings: mappingsOf("price", "sale_price") });
  const { rows } = await runFeed(duckdb, { snapshot, definition, cells: { "1": { currency } } });
  expect(rows[0]?.fields["sale_price"]).toBe(expected);
});

describe("an amount stays in the currency it was in", () => {
  test.each([
    [`${msrp} * 0.1`, "5.99 CAD"],
    [msrp, "59.90 CAD"],
    [`-(${msrp}) + 2 * ${msrp}`, "59.90 CAD"],
    [`round(max(${msrp}, 1) * [D]metafield-rate, 0)`, "30.00 CAD"],
    [`number(replace(${msrp}, " CAD", "")) * 2`, "119.80 CAD"],
    [`if [D]price > 5 then ${msrp} * 0.5 else [D]price * 0.5`, "29.95 CAD"],
    [`if ${msrp} > 99 then ${msrp} * 0.5 else [D]price * 0.5`, "16.95 USD"],
    [`(if [D]price > 5 then ${msrp} else [D]price) * 2`, "119.80 CAD"],
    [`coalesce([D]metafield-none * 2, ${msrp} * 2, [D]price)`, "119.80 CAD"],
    [`coalesce([D]metafield-rate * 2, ${msrp})`, "1.00 USD"],
    [`"8.00 CAD" * 2`, "16.00 CAD"],
    [`min_in_feed(${msrp}) * 2`, "119.80 CAD"],
    [`convert(${msrp}, 0.5, "USD") * 2`, "59.90 USD"],
    [`money(${msrp} * 0.73, "USD")`, "43.73 USD"],
    [`${msrp} * ${fee}`, "149.75 XXX"],
    [`[D]price + number(${msrp})`, "93.80 XXX"],
    [`[D]price + number([D]metafield-rate)`, "34.40 USD"],
  ])("where a rule writes or calculates %s", async (value, expected) => {
    expect([await written(set(`=${value}`)), await written(calculate(`=${value}`))]).toEqual([expected, expected]);
  });

  test("whatever the column was in before, and a formula that names none keeps the column's", async () => {
    const before = set("7.00 EUR");
    expect([
      await written(before, calculate(`=${msrp} * 0.1`)),
      await written(before, calculate("=[D]price * 0.1")),
      await written(before, calculate("=[D]metafield-rate * 4")),
      await written(before, calculate("=[D]metafield-none * 4")),
    ]).toEqual(["5.99 CAD", "3.39 USD", "2.00 EUR", "7.00 EUR"]);
  });

  test("and what is counted from amounts in several currencies is in none from then on", async () => {
    expect(await written(set(`=${msrp} * ${fee}`), set("=[G]sale_price * 2"), calculate("=[G]sale_price / 2"))).toBe("149.75 XXX");
  });

  test("where a mapping does", async () => {
    expect(await salePrice({ mappings: { sale_price: `=${msrp} * 0.1` } })).toBe("5.99 CAD");
  });
});
