import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, runFeed } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { FEED_COLUMNS } from "../plan/feed-columns.ts";
import { storedContext } from "../plan/stored-context.ts";
import { readOrFaults, readRule } from "../rules/rule-reader.ts";
import { CHANNEL_ATTRIBUTES } from "../vocabulary/channel-attributes.ts";
import { differenceCounts, type DiffSide } from "./run-diff.ts";

const duckdb = await testDuckdb();
const snapshot = await takeSnapshot(duckdb, {
  products: [rawProduct(1, { key: "p", id: "1", option1_name: "Pattern" })],
  variants: [
    rawVariant(1, { product_key: "p", id: "1", sku: " A\n1 ", price: "5", inventory_quantity: "7", option1_value: "Dots" }),
    rawVariant(2, { product_key: "p", id: "2", price: "5", option1_value: "Stripes" }),
  ],
});
afterAll(() => duckdb[Symbol.asyncDispose]());

interface Feed {
  readonly mappings?: Readonly<Record<string, string | null>>;
  readonly rules?: readonly object[];
  readonly extraColumns?: readonly string[];
  readonly cellsMax?: number;
  readonly cells?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const run = ({ rules = [], mappings = {}, extraColumns = [], ...options }: Feed = {}) =>
  runFeed(
    duckdb,
    {
      snapshot,
      definition: feedDefinition({
        mappings,
        extraColumns,
        rules: rules.map((rule, at) => readRule(at + 1, rule, storedContext(extraColumns))),
      }),
      cells: { "2": { sku: "cell\tsku" } },
      ...options,
    },
    "files",
  );
const attributesOf = async (feed: Feed) => (await run(feed)).rows.map(({ attributes }) => attributes);
const NONE = { mappings: { pattern: null } };

describe("a channel attribute needs no extra column", () => {
  test("to be mapped, written by a rule or read by one, and comes in the order of the channels' tables", async () => {
    const rules = [
      { type: "set_value", target: "promotion_id", value: "SPRING" },
      { type: "combine", target: "Product_Highlight", parts: ["=[G]promotion_id", "=[G]adult", "=[D]title"], separator: "/" },
    ];
    const [first] = await attributesOf({ mappings: { ...NONE.mappings, cost_of_goods_sold: "price" }, rules });
    const values = new Map([
      ["promotion_id", "SPRING"],
      ["cost_of_goods_sold", "5.00 USD"],
      ["product_highlight", "SPRING/Product 1"],
    ]);
    expect(Object.entries(first ?? {})).toEqual(CHANNEL_ATTRIBUTES.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])));
  });

  test("but isn't one of the canonical file's columns", async () => {
    const feed = await run({ rules: [{ type: "set_value", target: "promotion_id", value: "SPRING" }] });
    const [header] = (await readFile(feed.canonicalFile, "utf8")).split("\n");
    expect(header?.split("\t")).toEqual(FEED_COLUMNS.map(({ name }) => name));
    expect(await readFile(feed.canonicalFile, "utf8")).toBe(await readFile((await run()).canonicalFile, "utf8"));
  });

  test("to have what the catalog fills it with, unless it's unmapped", async () => {
    expect(await attributesOf({})).toEqual([{ pattern: "Dots" }, { pattern: "Stripes" }]);
    expect(await attributesOf(NONE)).toEqual([{}, {}]);
  });

  test("and gives way to an extra column of its name, whatever the case", async () => {
    const rules = [{ type: "set_value", target: "promotion_id", value: "SPRING" }];
    const [row] = (await run({ extraColumns: ["Promotion_ID"], rules, ...NONE })).rows;
    expect(row).toMatchObject({ attributes: {}, fields: { Promotion_ID: "SPRING" } });
  });
});

test("a name without its side means a column of the feed or its source before a channel attribute", () => {
  const columns = {
    source: new Map([["sku", "text"]] as const),
    output: new Map([["title", "text"]] as const),
    attributes: new Map([
      ["sku", "text"],
      ["pause", "text"],
    ] as const),
  };
  const rule = { type: "first_of", target: "pause", from: ["sku", "pause", "[G]sku"] };
  const read = readOrFaults(rule, { columns, lenient: false, tables: new Map() });
  expect(read.rule?.definition).toMatchObject({ target: "pause", from: ["[D]sku", "[G]pause", "[G]sku"] });
});

test("a run's rows carry the SKU and the quantity of their source, as the feed's cells leave them and each as one line", async () => {
  for (const cellsMax of [undefined, 1]) {
    const { rows } = await run({
      rules: [{ type: "set_value", target: "mpn", value: "x" }],
      ...(cellsMax === undefined ? {} : { cellsMax }),
    });
    expect(rows.map(({ carried }) => carried)).toEqual([
      { sku: "A 1", inventory_quantity: "7" },
      { sku: "cell sku", inventory_quantity: "" },
    ]);
  }
});

test("carries no quantity of a variant whose stock isn't tracked", async () => {
  for (const cellsMax of [undefined, 1]) {
    const { rows } = await run({ ...(cellsMax === undefined ? {} : { cellsMax }), cells: { "1": { inventory_tracked: "false" } } });
    expect(rows.map(({ carried }) => carried["inventory_quantity"])).toEqual(["", ""]);
  }
});

test("a row whose channel attribute differs has changed, though its line in the canonical file is the same", async () => {
  const side = ({ rowsFile, indexFile, columns, attributes }: Awaited<ReturnType<typeof run>>): DiffSide => ({
    rows: rowsFile,
    index: indexFile,
    columns: [...columns, ...attributes],
    split: false,
  });
  const promoted = (condition: string, value: string) =>
    run({ rules: [{ type: "set_value", target: "promotion_id", value, condition }], ...NONE }).then(side);
  const changed = async (before: DiffSide, after: DiffSide) => (await duckdb.all(differenceCounts(before, after, true)))[0]?.["changed"];
  const [one, two, none] = [await promoted("[D]id = 1", "A"), await promoted("[D]id = 1", "B"), side(await run(NONE))];
  expect([await changed(one, two), await changed(none, one), await changed(one, one)].map(Number)).toEqual([1, 1, 0]);
});
