import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { FeedSettings } from "../../src/engine/plan/feed-definition.ts";
import { writeSource } from "../../src/engine/source/snapshot-files.ts";
import { snapshotColumns } from "../../src/engine/source/snapshot-query.ts";
import { sortRecords } from "../../src/engine/source/snapshot-records.ts";
import { parseJson } from "../../src/kernel/unsafe.ts";
import { cleanColumnsOf } from "../harness/clean-columns.ts";
import { testDuckdb } from "../harness/duckdb.ts";
import { feedDefinition, readRules, runFeed } from "./feed-run.ts";

const FOLDER = join(import.meta.dirname, "small-shop");

const Overlay = z.record(z.string(), z.record(z.string(), z.string()));
const Definition = z.strictObject({
  currency: z.string(),
  metafieldColumns: z.array(z.string()),
  targetCountry: z.string(),
  settings: FeedSettings,
  mappings: z.record(z.string(), z.string().nullable()),
  extraColumns: z.array(z.string()),
  rules: z.array(z.looseObject({})),
  cells: Overlay,
  overrides: Overlay,
});

test("a small shop's canonical file is the golden file, byte for byte", async () => {
  await using duckdb = await testDuckdb();
  const { currency, metafieldColumns, rules, cells, overrides, ...values } = Definition.parse(
    parseJson(await readFile(join(FOLDER, "definition.json"), "utf8")),
  );
  const records = (kind: string): string => join(FOLDER, `${kind}.ndjson`);
  const source = duckdb.file("source.parquet");
  const input = {
    products: records("products"),
    variants: records("variants"),
    images: records("images"),
    facts: null,
    googleCategories: null,
    between: (file: string) => duckdb.file(`between-${file}.parquet`),
    longestRecordBytes: 0,
    pictures: 0,
    currency,
    metafieldColumns,
  };
  await duckdb.run(...sortRecords(input), writeSource(input, source));
  const columns = snapshotColumns(metafieldColumns);
  const snapshot = { source, columns, clean: await cleanColumnsOf(duckdb, source, columns) };
  const run = await runFeed(duckdb, { snapshot, definition: feedDefinition({ ...values, rules: readRules(rules) }), cells, overrides }, "files");
  expect(await readFile(run.canonicalFile, "utf8")).toBe(await readFile(join(FOLDER, "gmcfeed.txt"), "utf8"));
});
