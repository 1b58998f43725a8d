import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb } from "../../../test/harness/duckdb.ts";
import { addQueryReference } from "../../../test/oracle/rules/link-rules.ts";
import { calculateReference, convertCurrencyReference, priceAdjustReference } from "../../../test/oracle/rules/price-rules.ts";
import { A, agrees, amounts, B, plainTexts, ruleCells, texts } from "../../../test/oracle/rules/rule-run.ts";
import { addQuery } from "./add-query.ts";
import { calculate } from "./calculate.ts";
import { convertCurrency } from "./convert-currency.ts";
import { priceAdjust } from "./price-adjust.ts";

let duckdb: TestDuckdb;
beforeAll(async () => {
  duckdb = await testDuckdb();
});
afterAll(async () => {
  await duckdb[Symbol.asyncDispose]();
});

const present = amounts;
const operand = amounts;
const ending = fc.constantFrom("0.99", ".95", "0.5", "9.99", "99", "5", "0.00", "999.9");
const priced = fc.constantFrom("price", "sale_price", "title");

/** What a rule makes of each price. */
async function pricesAfter(definition: object, ...before: readonly string[]): Promise<readonly string[]> {
  return ruleCells(
    duckdb,
    { target: "price", ...definition },
    before.map((text) => ({ present: text, cost: "10", compare_at_price: "free" })),
  );
}

describe("calculate", () => {
  test.each([
    [{ value: "=[D]cost * 1.255" }, "12.55"],
    [{ value: "=[D]cost / 3" }, "3.33"],
    [{ value: "=[D]cost / 3", rounding: "up" }, "3.34"],
    [{ value: "=0 - [D]cost / 3", rounding: "up" }, "-3.33"],
    [{ value: "=0 - [D]cost / 3", rounding: "down" }, "-3.34"],
    [{ value: "=2.5", decimals: 0 }, "3"],
    [{ value: "=[D]cost / 4", decimals: 1 }, "2.5"],
    [{ value: "=[D]cost * 17.98" }, "179.8"],
    [{ value: "=[D]cost * 17.98", decimals: 2 }, "179.80"],
    [{ value: "=[D]cost * -3", decimals: 3 }, "-30.000"],
    [{ value: "=[D]cost * 1000000000", decimals: 2 }, "10000000000.00"],
    [{ value: "=[D]cost * 1.2", decimals: 0, ending: "0.90" }, "12.90"],
    [{ value: "=[D]cost * 1.2", ending: "0.99" }, "12.99"],
    [{ value: "=[D]cost * 1.2", ending: "9.99" }, "19.99"],
    [{ value: 7 }, "7"],
  ])("%j is %s", async (members, expected) => {
    expect(await ruleCells(duckdb, { type: "calculate", target: "custom_label_0", ...members }, [{ present: "Old", cost: "10" }])).toEqual([
      expected,
    ]);
  });

  test("a price keeps its currency, and a formula without a number changes nothing", async () => {
    expect(await pricesAfter({ type: "calculate", value: "=[G]price * 0.9" }, "12.99 USD", "1000 JPY", "12.99", "", "free")).toEqual([
      "11.69 USD",
      "900 JPY",
      "11.69",
      "",
      "free",
    ]);
    expect(await pricesAfter({ type: "calculate", value: "=[D]cost / 0" }, "12.99 USD")).toEqual(["12.99 USD"]);
    expect(await pricesAfter({ type: "calculate", value: "=[D]compare_at_price" }, "12.99 USD")).toEqual(["12.99 USD"]);
  });

  test("agrees with its reference", async () => {
    const written = fc.record(
      {
        target: priced,
        value: fc.oneof(
          fc.constantFrom(`=${A}`, `=number(${B})`),
          fc.integer({ min: -9_999, max: 9_999 }).map((number) => number / 1_000),
        ),
        decimals: fc.integer({ min: 0, max: 9 }),
        rounding: fc.constantFrom("half_up", "up", "down"),
        ending,
      },
      { requiredKeys: ["target", "value"] },
    );
    await expect(agrees(duckdb, { type: calculate, reference: calculateReference, written, present, operand })).resolves.toBeUndefined();
  });
});

describe("price_adjust", () => {
  test.each([
    [{ percent: 10 }, "12.99 USD", "14.29 USD"],
    [{ percent: -100 }, "12.99 USD", "0.00 USD"],
    [{ percent: 10, ending: "0.99" }, "12.99 USD", "14.99 USD"],
    [{ amount: -5 }, "3.00 USD", "0.00 USD"],
    [{ amount: -5, minimum: 4.5 }, "6.00 USD", "4.50 USD"],
    [{ amount: -5, minimum: 4.5, ending: "0.99" }, "6.00 USD", "4.99 USD"],
    [{ percent: 10, decimals: 0 }, "12.99 USD", "14.00 USD"],
    [{ percent: 10 }, "1001 JPY", "1101 JPY"],
    [{ percent: 10 }, "1.0005 KWD", "1.101 KWD"],
    [{ percent: 10 }, "12.99", "14.29"],
    [{ percent: 10, minimum: 20 }, "", ""],
    [{ percent: 10, minimum: 20 }, "on request", "on request"],
    [{ percent: 1000 }, "999999999999999999 USD", "999999999999999999 USD"],
  ])("%j of %j", async (members, before, after) => {
    expect(await pricesAfter({ type: "price_adjust", ...members }, before)).toEqual([after]);
  });

  test("the target is the price unless told otherwise", async () => {
    expect(await ruleCells(duckdb, { type: "price_adjust", target: "sale_price", percent: 50 }, [{ present: "2.00 EUR" }])).toEqual([
      "3.00 EUR",
    ]);
  });

  test("agrees with its reference", async () => {
    const percent = fc.integer({ min: -1_000_000, max: 10_000_000 }).map((number) => number / 10_000);
    const amount = fc.integer({ min: -10_000, max: 10_000 }).map((number) => number / 100);
    const common = { target: priced, decimals: fc.integer({ min: 0, max: 4 }), ending, minimum: fc.constantFrom(0, 0.5, 19.99, 1_000) };
    const written = fc.oneof(
      fc.record({ ...common, percent }, { requiredKeys: ["target", "percent"] }),
      fc.record({ ...common, amount }, { requiredKeys: ["target", "amount"] }),
    );
    await expect(
      agrees(duckdb, { type: priceAdjust, reference: priceAdjustReference, written, present, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("convert_currency", () => {
  test.each([
    [{ to: "USD", rate: 1.085 }, "10.00 EUR", "10.85 USD"],
    [{ to: "JPY", rate: 160.5 }, "9.99 EUR", "1603 JPY"],
    [{ to: "EUR", rate: 2 }, "10.00 EUR", "10.00 EUR"],
    [{ to: "EUR", rate: 2 }, "10.00", "10.00"],
    [{ to: "EUR", rate: "=[D]cost" }, "1.00 USD", "10.00 EUR"],
    [{ to: "EUR", rate: "=[D]compare_at_price" }, "1.00 USD", "1.00 USD"],
    [{ to: "EUR", rate: "=0 - [D]cost" }, "1.00 USD", "1.00 USD"],
  ])("%j of %j", async (members, before, after) => {
    expect(await pricesAfter({ type: "convert_currency", ...members }, before)).toEqual([after]);
  });

  test("takes the rate from a table by the currency there is", async () => {
    const rates = {
      name: "rates",
      columns: ["currency", "rate"],
      rows: [
        ["usd", "0.5"],
        ["GBP", "n/a"],
        ["JPY", "0"],
      ],
    };
    const rows = ["10.00 USD", "10.00 GBP", "10 JPY", "10.00 CHF", "10.00"].map((text) => ({ present: text }));
    const expected = ["5.00 EUR", "10.00 GBP", "10 JPY", "10.00 CHF", "10.00"];
    expect(await ruleCells(duckdb, { type: "convert_currency", target: "price", to: "EUR", lookup: "rates" }, rows, [rates])).toEqual(
      expected,
    );
  });

  test("agrees with its reference", async () => {
    const rate = fc.oneof(
      fc.constantFrom(`=${A}`, "0.92"),
      fc.integer({ min: 1, max: 2_000_000 }).map((number) => number / 10_000),
    );
    const written = fc.record({ target: priced, to: fc.constantFrom("USD", "JPY", "KWD"), rate });
    await expect(
      agrees(duckdb, { type: convertCurrency, reference: convertCurrencyReference, written, present, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("add_query", () => {
  test.each([
    ["https://s.example/p", "https://s.example/p?utm_source=g%26o&utm_campaign=Sommer%20%C3%B6"],
    ["https://s.example/p?variant=1&utm_source=x#top", "https://s.example/p?variant=1&utm_source=g%26o&utm_campaign=Sommer%20%C3%B6#top"],
    ["", ""],
    ["\f\u202F", ""],
  ])("%j", async (before, after) => {
    const definition = { type: "add_query", parameters: { utm_source: "g&o", utm_campaign: "=[D]title", utm_term: "=[D]sku" } };
    const rows = [{ present: before, title: "Sommer ö", sku: " " }];
    expect(await ruleCells(duckdb, { target: "link", ...definition }, rows)).toEqual([after]);
  });

  test("agrees with its reference", async () => {
    const names = fc.uniqueArray(fc.constantFrom("utm_source", "b b", "ü", "a'b", "%61", "q"), { minLength: 1, maxLength: 4 });
    const value = fc.oneof(plainTexts, fc.constantFrom(`=${A}`, `=${B}`, 12.5));
    const parameters = names.chain((called) => fc.record(Object.fromEntries(called.map((name) => [name, value]))));
    const link = fc
      .array(fc.constantFrom("https://s.example", "/p", "?", "&", "=", "#", "q=1", "%71=2", "ü", "%FF", "+"), { maxLength: 8 })
      .map((parts) => parts.join(""));
    const written = fc.record({ target: fc.constant("link"), parameters });
    await expect(
      agrees(duckdb, { type: addQuery, reference: addQueryReference, written, present: fc.oneof(link, texts), operand: texts }),
    ).resolves.toBeUndefined();
  });
});
