import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, mappingsOf, runFeed } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { readRule } from "../rules/rule-reader.ts";
import { buildPlan } from "./build-plan.ts";
import { storedContext } from "./stored-context.ts";

/** One product in each currency; the last row has none. Its price is 33.90, its cost 12.3456, and only the first is on sale. */
const CURRENCIES = ["USD", "JPY", "KWD", ""] as const;
const EXTRA = ["cost_of_goods_sold", "Maximum_Retail_Price", "note"] as const;

const duckdb = await testDuckdb();
const snapshot = await takeSnapshot(duckdb, {
  products: CURRENCIES.map((_, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1) })),
  variants: CURRENCIES.map((_, at) =>
    rawVariant(at + 1, {
      product_key: `p${at}`,
      id: String(at + 1),
      price: "33.90",
      cost: "12.3456",
      compare_at_price: at === 0 ? "40" : null,
    }),
  ),
});
afterAll(() => duckdb[Symbol.asyncDispose]());

interface Feed {
  readonly mappings?: Readonly<Record<string, string>>;
  readonly rules?: readonly object[];
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Cells that every row has, besides its currency. */
  readonly own?: Readonly<Record<string, string>>;
}

/** What some columns of the feed hold, row by row. */
async function cells({ rules = [], mappings = {}, overrides = {}, own = {} }: Feed, ...columns: readonly string[]) {
  const read = rules.map((rule, at) => readRule(at + 1, rule, storedContext(EXTRA)));
  const { rows } = await runFeed(duckdb, {
    snapshot,
    definition: feedDefinition({ mappings: { ...mappingsOf("price", "sale_price"), ...mappings }, rules: read, extraColumns: EXTRA }),
    cells: Object.fromEntries(CURRENCIES.map((currency, at) => [String(at + 1), { ...own, currency }])),
    overrides,
  });
  return columns.length === 1
    ? rows.map(({ fields }) => fields[columns[0] ?? ""])
    : rows.map(({ fields }) => columns.map((column) => fields[column]));
}

const set = (target: string, value: string | number): object => ({ type: "set_value", target, value });

describe("a bare amount in a price column gets the row's currency and its decimals", () => {
  test("where a rule calculates it, whether the column was blank before or not", async () => {
    const rules = [{ type: "calculate", target: "sale_price", value: "=[D]price * 0.9" }];
    expect(await cells({ rules }, "sale_price")).toEqual(["30.51 USD", "31 JPY", "30.510 KWD", "30.51"]);
  });

  test.each([
    [990, ["990.00 USD", "990 JPY", "990.000 KWD", "990"]],
    ["=[D]price * 2", ["67.80 USD", "68 JPY", "67.800 KWD", "67.8"]],
    [" 12.345 ", ["12.35 USD", "12 JPY", "12.345 KWD", "12.345"]],
    ["-0.5", ["-0.50 USD", "-1 JPY", "-0.500 KWD", "-0.5"]],
    [0, ["0.00 USD", "0 JPY", "0.000 KWD", "0"]],
    ["+007.10", ["7.10 USD", "7 JPY", "7.100 KWD", "+007.10"]],
    [".5", ["0.50 USD", "1 JPY", "0.500 KWD", ".5"]],
    ["5.", ["5.00 USD", "5 JPY", "5.000 KWD", "5."]],
    [" -.125 ", ["-0.13 USD", "0 JPY", "-0.125 KWD", "-.125"]],
  ])("where a rule writes %j", async (value, expected) => {
    expect(await cells({ rules: [set("price", value)] }, "price")).toEqual(expected);
  });

  test.each(["see site", "1.234,56", "12,90", "1e5", "$12.90", ".", "-.", "5 .", "12.5 EUR", "990 USD", "12 usd", ""])(
    "but %j is no bare amount and stays as it is",
    async (value) => {
      expect(await cells({ rules: [set("price", value)] }, "price")).toEqual(CURRENCIES.map(() => value));
    },
  );

  test("where a mapping reads a source column or an expression", async () => {
    const mappings = { price: "price", sale_price: "=[D]price / 2" };
    expect(await cells({ mappings }, "price", "sale_price")).toEqual([
      ["33.90 USD", "16.95 USD"],
      ["34 JPY", "17 JPY"],
      ["33.900 KWD", "16.950 KWD"],
      ["33.90", "16.95"],
    ]);
  });

  test("where the merchant overrides a product's price, and rows without an override keep theirs", async () => {
    const overrides = { "1": { price: "19.9" }, "2": { price: "1999" }, "3": { price: "5 EUR" } };
    expect(await cells({ overrides }, "price")).toEqual(["19.90 USD", "1999 JPY", "5 EUR", ""]);
  });

  test("where a rule copies, replaces, maps or takes the first of several", async () => {
    const rules = [
      { type: "copy", target: "price", from: "[D]cost" },
      { type: "replace", target: "sale_price", find: " USD", replace_with: "" },
      { type: "first_of", target: "cost_of_goods_sold", from: ["[D]unit_price", "[D]cost"] },
      { type: "map_values", target: "Maximum_Retail_Price", from: "[D]price", pairs: [{ from: "33.90", to: "44" }] },
    ];
    expect(await cells({ rules }, "price", "sale_price", "cost_of_goods_sold", "Maximum_Retail_Price")).toEqual([
      ["12.35 USD", "33.90 USD", "12.35 USD", "44.00 USD"],
      ["12 JPY", "", "12 JPY", "44 JPY"],
      ["12.346 KWD", "", "12.346 KWD", "44.000 KWD"],
      ["12.3456", "", "12.3456", "44"],
    ]);
  });

  test("where a rule writes one row for each of several amounts", async () => {
    const rules = [{ type: "split_row", over: '=list("5;7.5", ";")', target: "sale_price" }];
    expect((await cells({ rules }, "sale_price")).slice(0, 4)).toEqual(["5.00 USD", "7.50 USD", "5 JPY", "8 JPY"]);
  });

  test("where an extra column is a price attribute of a channel, and nowhere else", async () => {
    const mappings = { cost_of_goods_sold: "cost", note: "cost", custom_label_0: "cost" };
    expect(await cells({ mappings }, "cost_of_goods_sold", "note", "custom_label_0")).toEqual([
      ["12.35 USD", "12.3456", "12.3456"],
      ["12 JPY", "12.3456", "12.3456"],
      ["12.346 KWD", "12.3456", "12.3456"],
      ["12.3456", "12.3456", "12.3456"],
    ]);
  });
});

test.each([{}, { mappings: { price: "price", cost_of_goods_sold: "cost" } }])(
  "an amount in a cell is ignored if its currency isn't the row's: with mappings %j",
  async (more) => {
    const feed = { mappings: { cost_of_goods_sold: "cost" }, ...more, own: { price: "44 JPY", compare_at_price: "", cost: "3 USD" } };
    expect((await cells(feed, "price", "cost_of_goods_sold")).slice(0, 3)).toEqual([
      ["", "3 USD"],
      [expect.stringMatching(/^44 JPY$/), ""],
      ["", ""],
    ]);
    const bare = { ...feed, own: { price: "44", compare_at_price: "", cost: "3" } };
    expect((await cells(bare, "price", "cost_of_goods_sold")).slice(0, 3)).toEqual([
      ["44.00 USD", "3.00 USD"],
      ["44 JPY", "3 JPY"],
      ["44.000 KWD", "3.000 KWD"],
    ]);
  },
);

describe("later rules see the amount with its currency", () => {
  test("so they compare it, calculate with it and raise it as they do with any price", async () => {
    const rules = [
      set("price", 40),
      { type: "calculate", target: "sale_price", value: "=[G]price / 4" },
      { type: "price_adjust", target: "sale_price", percent: 100 },
      { ...set("custom_label_0", '=[G]sale_price & " of " & [G]price'), condition: "[G]sale_price < [G]price" },
      { ...set("custom_label_1", "forty"), condition: "[G]price = 40" },
    ];
    expect((await cells({ rules }, "sale_price", "custom_label_0", "custom_label_1")).slice(0, 2)).toEqual([
      ["20.00 USD", "20.00 USD of 40.00 USD", "forty"],
      ["20 JPY", "20 JPY of 40 JPY", "forty"],
    ]);
  });

  test("and what they make of a converted price stays in the currency it was converted to", async () => {
    const rules = [
      { type: "convert_currency", target: "price", to: "EUR", rate: 0.5 },
      set("sale_price", "=[G]price * 0.9"),
      set("cost_of_goods_sold", "=[D]cost"),
    ];
    expect((await cells({ rules }, "price", "sale_price", "cost_of_goods_sold"))[1]).toEqual(["17.00 EUR", "15.30 EUR", "12 JPY"]);
  });
});

test("a feed whose prices nobody writes pays nothing for it", () => {
  const rules = [{ type: "price_adjust", percent: 5 }, { type: "exclude_field", target: "sale_price" }, set("title", "=[G]price")].map(
    (rule, at) => readRule(at + 1, rule, storedContext([])),
  );
  const plan = buildPlan(feedDefinition({ rules }), {
    sourceColumns: ["price", "currency"],
    localised: [],
    cells: [],
    overrides: ["title"],
  });
  expect(JSON.stringify(plan)).not.toContain("_priced");
});
