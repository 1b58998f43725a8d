import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, mappingsOf, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { settings } from "../../../test/harness/default-fields.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import type { FeedDefinition } from "./feed-definition.ts";

/** Seven variants of a product, whose numbers each test gives as cells. */
const duckdb = await testDuckdb();
const snapshot = await takeSnapshot(duckdb, {
  products: [rawProduct(1, { key: "p", id: "1" })],
  variants: [1, 2, 3, 4, 5, 6, 7].map((at) => rawVariant(at, { product_key: "p", id: String(at + 10), position: at })),
});
afterAll(() => duckdb[Symbol.asyncDispose]());

describe("duplicate ids", () => {
  const reasons = async (definition: Partial<FeedDefinition>, skus: readonly string[]) => {
    const cells = Object.fromEntries(skus.map((sku, at) => [String(at + 11), { sku }]));
    const mappings = { ...mappingsOf("id"), title: "title", ...definition.mappings };
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition({ ...definition, mappings }), cells });
    return rows.slice(0, skus.length).map(({ reason }) => reason?.slice(0, 12) ?? null);
  };

  test("the first row of an id stays, later ones are excluded with a reason that counts them, and blank ids repeat nothing", async () => {
    const skus = ["A", "B", "A ", "a", ""];
    expect(await reasons(settings({ id_format: "sku" }), skus)).toEqual([null, null, "Duplicate id", "Duplicate id", null]);
    expect(await reasons({ mappings: { id: "sku" } }, ["A", "A", "", ""])).toEqual([null, "Duplicate id", null, null]);
    expect(await reasons({}, ["A", "A"])).toEqual([null, null]);
  });

  test.each([
    ["a setting", settings({ id_format: "sku" })],
    ["a mapping", { mappings: { id: "sku" } }],
  ])("ids from %s are compared as they are published, with control characters as spaces and none at the ends", async (_, definition) => {
    const written = ["X 1", "X\t1", "X\n1", "\u0001X\u0085\u007F1\u001F", "X  1", "\u0001", "\u0002"];
    const duplicates = ["Duplicate id", "Duplicate id", "Duplicate id"];
    expect(await reasons(definition, written)).toEqual([null, ...duplicates, null, null, null]);
  });

  test("only rows that are still in the feed count, and rules may write ids", async () => {
    const excluded = readRules([{ type: "exclude", condition: { all: [{ side: "D", column: "id", operator: "=", value: "11" }] } }]);
    expect(await reasons({ ...settings({ id_format: "sku" }), rules: excluded }, ["A", "A", "A"])).toEqual([
      expect.any(String),
      null,
      "Duplicate id",
    ]);
    const written = readRules([{ type: "set_value", target: "id", value: "same" }]);
    expect(await reasons({ rules: written }, ["A", "B"])).toEqual([null, "Duplicate id"]);
  });
});
