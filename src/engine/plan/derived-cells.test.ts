import { afterAll, describe, expect, test } from "vitest";
import { type FeedInputs, feedDefinition, mappingsOf, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { settings } from "../../../test/harness/default-fields.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";

const duckdb = await testDuckdb();
const STOCKED = { inventory_tracked: "true", inventory_policy: "deny", inventory_quantity: "3", available: "true" };
const SOLD_OUT = { ...STOCKED, inventory_quantity: "0", available: "false" };
const snapshot = await takeSnapshot(duckdb, {
  products: [rawProduct(1, { key: "p", id: "1", title: "Vase" })],
  variants: [STOCKED, SOLD_OUT].map((stock, at) =>
    rawVariant(at + 1, { product_key: "p", id: String(at + 11), position: at + 1, price: "20", cost: "10", ...stock }),
  ),
});
afterAll(() => duckdb[Symbol.asyncDispose]());

async function valuesOf(column: string, cells: Readonly<Record<string, string>>, inputs: Partial<FeedInputs> = {}) {
  const definition = feedDefinition({ mappings: { ...mappingsOf("id", "title", "availability"), custom_label_0: "canonical_margin_pct" } });
  const { rows } = await runFeed(duckdb, { snapshot, definition, cells: { "11": cells, "12": cells }, ...inputs });
  return rows.map(({ fields }) => fields[column]);
}

describe("cells of the stock decide on availability", () => {
  const [IN, OUT] = ["in_stock", "out_of_stock"];
  test.each<[Readonly<Record<string, string>>, readonly [string, string]]>([
    [{ inventory_quantity: "0" }, [OUT, OUT]],
    [{ inventory_quantity: "-2" }, [OUT, OUT]],
    [{ inventory_quantity: "5" }, [IN, IN]],
    [{ inventory_quantity: "" }, [IN, IN]],
    [{ inventory_quantity: "0", inventory_policy: "continue" }, [IN, IN]],
    [{ inventory_quantity: "0", inventory_tracked: "false" }, [IN, IN]],
    [{ inventory_policy: "continue" }, [IN, IN]],
    [{ inventory_quantity: "0", available: "true" }, [IN, IN]],
    [{ inventory_quantity: "5", available: "false" }, [OUT, OUT]],
    [{ title: "Jug" }, [IN, OUT]],
  ])("%j", async (cells, expected) => {
    expect(await valuesOf("availability", cells)).toEqual(expected);
  });

  test("where a rule reads it, too", async () => {
    const rules = readRules([{ type: "exclude", reason: "Sold out", condition: "[D]available = false" }]);
    const definition = feedDefinition({ ...settings({}), mappings: mappingsOf("id", "title"), rules });
    const { rows } = await runFeed(duckdb, { snapshot, definition, cells: { "11": { inventory_quantity: "0" } } });
    expect(rows.map(({ reason }) => reason)).toEqual(["Sold out", "Sold out"]);
  });
});

test.each<[Readonly<Record<string, string>>, string]>([
  [{ cost: "15" }, "25"],
  [{ price: "30" }, "66.7"],
  [{ price: "30", cost: "31" }, "-3.3"],
  [{ cost: "" }, ""],
  [{ price: "0" }, ""],
  [{ title: "Jug" }, "50"],
])("the margin follows the cells %j", async (cells, expected) => {
  expect(await valuesOf("custom_label_0", cells)).toEqual([expected, expected]);
});
