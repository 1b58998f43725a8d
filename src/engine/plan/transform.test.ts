import { describe, expect, test } from "vitest";
import { readFile } from "node:fs/promises";
import { rawImage, rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { testDuckdb, type TestDuckdb } from "../../../test/harness/duckdb.ts";
import { literal, sql } from "../sql/fragment.ts";
import { snapshotChecks, snapshotColumns, sortRecords } from "../source/snapshot-query.ts";
import { writeSource, writeSourceCsv } from "../source/snapshot-files.ts";
import { writeCanonical, writeRows, writeRunIndex } from "../run/run-files.ts";
import { readRule } from "../rules/rule-types.ts";
import { buildPlan } from "./build-plan.ts";
import { type FeedDefinition, FeedSettings } from "./feed-definition.ts";
import { checkpointCells, transformQuery } from "./transform-query.ts";

const DEFINITION: FeedDefinition = {
  feedType: "primary", market: null, targetCountry: "US", selection: { mode: "all" }, settings: FeedSettings.parse({}),
  mappings: {}, extraColumns: [], rules: [], allowance: null,
};

async function snapshot(duckdb: TestDuckdb): Promise<{ source: string; columns: readonly string[] }> {
  const products = await duckdb.records("products.ndjson", [
    rawProduct(1, { key: "shirt", title: "Shirt", vendor: "Acme", body_html: "<p>So&nbsp;<b>bo</b>ld &amp; &#8217;warm&#x2019;</p><script>x</script><ul><li>a</li><li>b</li></ul>", option1_name: "Farbe", tags: ["a", "b"], metafields: { "metafield-material": "Wool" } }),
    rawProduct(3, { key: "shirt", title: "Later" }),
    rawProduct(2, { key: "mug", title: 'Mug "big"', vendor: "Acme", status: "draft" }),
  ]);
  const variants = await duckdb.records("variants.ndjson", [
    rawVariant(1, { product_key: "shirt", option1_value: "Rot", price: "12.9", compare_at_price: "20", inventory_quantity: "3", sku: "S-1", weight: "1.5", weight_unit: "kg" }),
    rawVariant(2, { product_key: "mug", price: "5", inventory_quantity: "0" }),
    rawVariant(3, { product_key: "shirt", option1_value: "Rot", price: "12.9", inventory_quantity: "0", barcode: "4006381333931" }),
    rawVariant(4, { product_key: "shirt", option1_value: "Blau", inventory_quantity: "-2", inventory_policy: "continue" }),
  ]);
  const images = await duckdb.records("images.ndjson", [
    rawImage(1, { product_key: "shirt", url: "https://i.example/1,a.png" }),
    rawImage(2, { product_key: "shirt", url: "https://i.example/2.png" }),
  ]);
  const input = { products, variants, images, between: (name: string) => duckdb.file(`between-${name}.parquet`), currency: "USD", metafieldColumns: ["metafield-material"] };
  const source = duckdb.file("source.parquet");
  await duckdb.run(...sortRecords(input), writeSource(input, source));
  expect(await duckdb.all(snapshotChecks(input))).toEqual([{ products: "2", product_ids: "2", variants: "4", row_ids: "4", misplaced: "0" }]);
  return { source, columns: snapshotColumns(input.metafieldColumns) };
}

async function runFeed(duckdb: TestDuckdb, definition: FeedDefinition) {
  const { source, columns } = await snapshot(duckdb);
  const plan = buildPlan(definition, { sourceColumns: columns, localised: [], cells: [], overrides: [] });
  const { checkpoints, rows } = transformQuery(plan, { source: sql`read_parquet(${literal(source)})`, attached: [] }, { cellsMax: checkpointCells(1e9, 2), file: (at) => duckdb.file(`c${at}.parquet`) });
  const file = duckdb.file("rows.parquet");
  await duckdb.run(...checkpoints, writeRows(rows, plan.output, file), writeRunIndex(file, plan.output, duckdb.file("index.parquet")), writeCanonical(file, plan.output, duckdb.file("gmcfeed.txt")), writeSourceCsv(source, columns, duckdb.file("source.csv")));
  const stored = await duckdb.all(sql`SELECT * FROM read_parquet(${literal(file)}) ORDER BY ord`);
  return stored.map((row) => ({ reason: row["reason"], ...Object.fromEntries(plan.output.map((column, at) => [column, row[`f${at + 1}`]])) }) as Record<string, unknown>);
}

describe("a snapshot becomes a feed", () => {
  test("default mappings say what Google's product data specification asks", async () => {
    await using duckdb = await testDuckdb();
    const rows = await runFeed(duckdb, DEFINITION);
    const shirt = rows.filter((row) => row["title"] === "Shirt");
    expect(shirt).toHaveLength(3);
    expect(shirt[0]).toMatchObject({ price: "20.00 USD", sale_price: "12.90 USD", availability: "in_stock", color: "Rot", shipping_weight: "1.5 kg", brand: "Acme", mpn: "S-1", identifier_exists: "yes", condition: "new", material: "Wool", description: "So bold & ’warm’ a b", image_link: "https://i.example/1,a.png", additional_image_link: "https://i.example/2.png", reason: null });
    expect(shirt[1]).toMatchObject({ price: "12.90 USD", sale_price: "", availability: "out_of_stock", gtin: "4006381333931" });
    expect(shirt[2]).toMatchObject({ price: "", availability: "in_stock", color: "Blau", identifier_exists: "no" });
    expect(rows.find((row) => row["title"] === 'Mug "big"')).toMatchObject({ reason: "Draft in the shop" });
    const text = await readFile(duckdb.file("gmcfeed.txt"), "utf8");
    expect(text.split("\n")).toHaveLength(5);
    expect(await readFile(duckdb.file("source.csv"), "utf8")).toContain("metafield-material");
  });

  test("rules run in order, later ones read what earlier ones wrote, and the first exclusion keeps its reason", async () => {
    await using duckdb = await testDuckdb();
    const rules = [
      { type: "set_value", target: "title", value: "New" },
      { type: "set_value", target: "brand", value: "B", condition: { all: [{ side: "G", column: "title", operator: "=", value: "new" }] } },
      { type: "exclude", reason: "Cheap", condition: { all: [{ side: "D", column: "price", operator: "<", value: "13.00" }, { side: "D", column: "price", operator: "is not blank" }] } },
      { type: "exclude", reason: "Any" },
    ].map((definition, at) => readRule(at + 1, definition));
    const rows = await runFeed(duckdb, { ...DEFINITION, rules, settings: FeedSettings.parse({ import_unpublish_product: true }) });
    expect(rows.map((row) => [row["title"], row["brand"], row["reason"]])).toEqual(expect.arrayContaining([["New", "B", "Cheap"], ["New", "B", "Any"]]));
    expect(rows.filter((row) => row["reason"] === "Cheap")).toHaveLength(3);
  });
});
