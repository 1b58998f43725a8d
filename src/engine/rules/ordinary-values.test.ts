import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { addQueryReference } from "../../../test/oracle/rules/link-rules.ts";
import { calculateReference, convertCurrencyReference, priceAdjustReference } from "../../../test/oracle/rules/price-rules.ts";
import { A, agrees, ruleCells } from "../../../test/oracle/rules/rule-run.ts";
import { CURRENCIES_BY_DECIMALS } from "../../kernel/money.ts";
import { ORDINARY_CURRENCIES } from "../expression/functions/ordinary-money.ts";
import { addQuery } from "./add-query.ts";
import { calculate } from "./calculate.ts";
import { convertCurrency } from "./convert-currency.ts";
import { priceAdjust } from "./price-adjust.ts";

/** Prices and links of the ordinary form are worked on a quicker way: at its border both ways come to the same. */

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

test("an ordinary currency has two decimals", () => {
  const others = new Set(CURRENCIES_BY_DECIMALS.flatMap(([, codes]) => codes));
  expect(ORDINARY_CURRENCIES.filter((code) => others.has(code) || !/^[A-Z]{3}$/.test(code))).toEqual([]);
});

/** Amounts just inside and just outside of what is ordinary. */
const numbers = fc.oneof(
  fc.constantFrom("0", "0.00", "0.01", "0.005", "0.995", "1", "9.99", "12.5", "12.50", "12.505", "012.50", "9999999", "9999999.99"),
  fc.constantFrom("9999999.995", "10000000", "10000000.00", "99999999.99", "9999999999999", "+12.50", "-12.50", "-0.00", ".5", "5."),
  fc.constantFrom("1e5", "1_000.00", "12,50", " 12.50", "12.50 ", "१२.50"),
  fc.integer({ min: 0, max: 1_100_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.integer({ min: 0, max: 100_000 }).map((tenths) => (tenths / 10).toFixed(1)),
);
const codes = fc.constantFrom(" USD", " EUR", " PLN", " USD", " JPY", " KWD", " usd", " USDX", "USD", "  USD", " USD ", "\tUSD", " US", "");
const prices = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(numbers, codes).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "\u00A0", "free", "on request", "USD", " USD") },
);
const endings = fc.constantFrom("0.99", ".95", "0.5", "0.00", "9.99", "99", "5", "0", "99.99", "999.9", "0.995");
const operand = numbers;
const A_VALUE = `=${A}`;

describe("at the border of the ordinary agrees with its reference", () => {
  test("price_adjust", async () => {
    const percent = fc.oneof(
      fc.constantFrom(0, 8.5, -100, -99.9999, 899.9999, 900, 1000),
      fc.integer({ min: -1_000_000, max: 10_000_000 }).map((number) => number / 10_000),
    );
    const amount = fc.constantFrom(0, 0.01, -0.01, 0.005, 5, -5, 9_999_999.99, -9_999_999.99, 10_000_000, 0.000001);
    const common = {
      target: fc.constantFrom("price", "title"),
      decimals: fc.integer({ min: 0, max: 4 }),
      ending: endings,
      minimum: fc.constantFrom(0, 0.005, 0.5, 19.99, 9_999_999.99, 10_000_000),
    };
    const written = fc.oneof(
      fc.record({ ...common, percent }, { requiredKeys: ["target", "percent"] }),
      fc.record({ ...common, amount }, { requiredKeys: ["target", "amount"] }),
    );
    await expect(
      agrees(duckdb, { type: priceAdjust, reference: priceAdjustReference, written, present: prices, operand }),
    ).resolves.toBeUndefined();
  });

  test("calculate", async () => {
    const written = fc.record(
      {
        target: fc.constantFrom("price", "sale_price", "title"),
        value: fc.oneof(fc.constant(`=number(${A})`), fc.constantFrom(0, 12.345, 12.344999999, 0.000001, 9_999_999, 9_999_999.5, -12.345)),
        decimals: fc.integer({ min: 0, max: 9 }),
        rounding: fc.constantFrom("half_up", "up", "down"),
        ending: endings,
      },
      { requiredKeys: ["target", "value"] },
    );
    await expect(
      agrees(duckdb, { type: calculate, reference: calculateReference, written, present: prices, operand }),
    ).resolves.toBeUndefined();
  });

  test("convert_currency", async () => {
    const rate = fc.oneof(
      fc.constantFrom(0.92, 1, 160.5, 9_999.99999, 9_999.999999, 10_000, 23_456.789, 0.000001, 1.0850005),
      fc.constantFrom(`=number(${A})`, "1.085"),
    );
    const written = fc.record({ target: fc.constantFrom("price", "title"), to: fc.constantFrom("USD", "EUR", "JPY", "KWD"), rate });
    await expect(
      agrees(duckdb, { type: convertCurrency, reference: convertCurrencyReference, written, present: prices, operand }),
    ).resolves.toBeUndefined();
  });

  test("add_query", async () => {
    const piece = fc.constantFrom("a=1", "utm=x", "utm=x&b=y", "b=y", "utm", "utmx=1", "a", "%75tm=1", "a+b=1", "ü=1", "b=y&utm=x");
    const between = fc.constantFrom("?", "&", "&&", "?&", "#", "", "=");
    const link = fc
      .tuple(
        fc.constantFrom("https://s.example/p", "http", "https://s.example/ü", "https://s.example/a&b", "/p", " https://s.example/p"),
        fc.array(
          fc.tuple(between, piece).map((parts) => parts.join("")),
          { maxLength: 3 },
        ),
        fc.constantFrom("", "", "", "?", "&", "#", "#top", " ", "\t", "\f", "\u00A0", "\uFEFF"),
      )
      .map(([start, parts, end]) => start + parts.join("") + end);
    const values = fc.constantFrom("x", "y", "", " ", "\f", " x ", "a b", "x".repeat(500), "x".repeat(501), "ü", "-._~", "50%");
    const written = fc.record({
      parameters: fc.constantFrom({ utm: "x" }, { utm: "x", b: A_VALUE }, { b: A_VALUE }, { "a+b": "y", ü: A_VALUE }),
    });
    await expect(
      agrees(duckdb, {
        type: addQuery,
        reference: addQueryReference,
        written: written.map((members) => ({ target: "link", ...members })),
        present: fc.oneof({ weight: 8, arbitrary: link }, { weight: 1, arbitrary: fc.constantFrom("", " ", "\f") }),
        operand: values,
      }),
    ).resolves.toBeUndefined();
  });
});

test("a link that has just what is added, as its whole query, stays as it is", async () => {
  const parameters = { utm: "x", b: "y" };
  const links = ["utm=x&b=y", "b=y&utm=x", "utm=x&b=y#top", "a=1&utm=x&b=y", "?utm=x&b=y"].map((query) => `https://s.example/?${query}`);
  const cells = await ruleCells(
    duckdb,
    { type: "add_query", target: "link", parameters },
    links.map((present) => ({ present })),
  );
  expect(cells).toEqual([
    "https://s.example/?utm=x&b=y",
    "https://s.example/?utm=x&b=y",
    "https://s.example/?utm=x&b=y#top",
    "https://s.example/?a=1&utm=x&b=y",
    "https://s.example/??utm=x&utm=x&b=y",
  ]);
});
