import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb, type TestDuckdb } from "../../../test/harness/duckdb.ts";
import { amazon } from "../../channels/amazon/pack.ts";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { meta } from "../../channels/meta/pack.ts";
import { microsoft } from "../../channels/microsoft/pack.ts";
import { openai } from "../../channels/openai/pack.ts";
import { pinterest } from "../../channels/pinterest/pack.ts";
import { snapchat } from "../../channels/snapchat/pack.ts";
import type { Check } from "../../engine/channels/check.ts";
import { rowValues } from "../../engine/channels/row-values.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { parquet } from "../../engine/sql/parquet.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openWarehouse } from "../../platform/warehouse/open-warehouse.ts";
import type { Warehouse } from "../../platform/warehouse/warehouse-port.ts";
import { openChannel, packFileOf, readIncludedRows, renderRows, writeFileOf } from "./index.ts";

/** Enough for halves. */
const ROWS = 25_000;
const COLUMNS = ["id", "title", "price", "link"];
const Feed = z.object({ messages: z.array(z.object({ messageId: z.int(), sku: z.string() })) });

const FEED = Object.freeze({
  country: "US",
  language: "en",
  currency: "USD",
  shopName: "Shop",
  storeUrl: "https://shop.example",
  now: "2026-11-23T00:00:00Z",
});

let duckdb: TestDuckdb;
const scratchOf = () => ({
  path: duckdb.folder,
  file: (called: string) => duckdb.file(called),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});
const openSession = (warehouse: Warehouse) =>
  warehouse.of(null).session({ signal: new AbortController().signal, folder: duckdb.folder, deadlineMs: 10 * 60_000 });
beforeAll(async () => {
  duckdb = await testDuckdb();
  await duckdb.run(sql`COPY (SELECT i AS ord, i AS row_id, i AS product_id, CASE WHEN i % 7 = 0 THEN 'F:Sold out' END AS reason,
    CAST(i AS VARCHAR) AS f1, 'Title ' || i AS f2, '1.50 USD' AS f3, 'https://shop.example/' || i AS f4,
    'S-' || i % 20000 AS its_sku, '' AS its_inventory_quantity FROM range(25000) t(i))
    TO ${literal(duckdb.file("rows.parquet"))} ${parquet()}`);
});
afterAll(() => duckdb[Symbol.asyncDispose]());

test("a large file of rows that are numbered is written in halves, and is one file", async () => {
  await using warehouse = await openWarehouse({ readable: [], memoryLimitBytes: 1e9, threads: 2, log: silentLog });
  await using session = await openSession(warehouse);
  const carried = ["sku", "inventory_quantity"];
  const rows = { session, scratch: scratchOf(), rowsFile: duckdb.file("rows.parquet"), columns: COLUMNS, carried, split: false };
  const included = await readIncludedRows(rows);
  const settings = amazon.settings.parse({ seller_id: "A1", product_type: "SHIRT" });
  const input = { rows: rowValues(COLUMNS, carried), settings, feed: FEED, taxonomy: null };
  const channel = await openChannel(rows, { pack: amazon, settings, format: amazon.formats[0] }, { input, included });
  expect(channel.input.feed.linkHosts).toEqual(["shop.example"]);
  const written = await writeFileOf(rows, channel, { included, omission: null });
  expect(written.rest).toHaveLength(2);
  const { bytes } = await packFileOf(rows, written);
  const file = await readFile(join(duckdb.folder, "gmcfeed.amazon.json"), "utf8");
  expect(createHash("sha256").update(file).digest("hex")).toBe(bytes.sha256);
  const { messages } = Feed.parse(JSON.parse(file));
  const kept = Array.from({ length: ROWS }, (_, at) => at).filter((at) => at % 7 !== 0);
  // The first 5,000 rows and the last ones have the same SKUs: such rows are called by their ids, unless the other is excluded.
  const others = (at: number): readonly number[] =>
    [at - 20_000, at + 20_000].filter((other) => other >= 0 && other < ROWS && other % 7 !== 0);
  const skus = kept.map((at) => (others(at).length === 0 ? `S-${at % 20_000}` : String(at)));
  expect(messages).toEqual(skus.map((sku, at) => ({ messageId: at + 1, sku })));
});

type RowOfRun = Readonly<Record<string, string>>;

/** Renders the last row of a run for a channel's file. */
async function rendered(pack: ChannelPack, format: string, ...all: readonly [RowOfRun, ...RowOfRun[]]) {
  await using warehouse = await openWarehouse({ readable: [], memoryLimitBytes: 1e9, threads: 2, log: silentLog });
  await using session = await openSession(warehouse);
  const columns = Object.keys(all[0]);
  const runRows = all.map((values, at) => ({ rowId: at + 1, values: Object.values(values) }));
  const run = await writeRun(duckdb, `${pack.slug}-${format}`, columns, runRows);
  const rows = { session, scratch: scratchOf(), rowsFile: run.rows, columns, carried: [], split: false };
  const settings = pack.settings.parse({});
  const input = { rows: rowValues(columns, []), settings, feed: FEED, taxonomy: null };
  const included = await readIncludedRows(rows);
  const named = pack.formats.find(({ name }) => name === format) ?? pack.formats[0];
  const channel = await openChannel(rows, { pack, settings, format: named }, { input, included });
  const [row] = await renderRows(rows, channel, { rowIds: [all.length], omission: null });
  const { columns: written } = await writeFileOf(rows, channel, { included, omission: null });
  return { values: row?.values, columns: written, checks: pack.checks(channel.input) };
}

test("a variant of the protocol's products shows its values as the file has them", async () => {
  const { values } = await rendered(openai, "acp", {
    ...{ id: "1", title: 'A 5" "mug"', link: "https://shop.example/mug", availability: "in_stock", condition: "New" },
    ...{ price: "29.90 USD", sale_price: "19.90 USD", gtin: "", color: "Blue" },
  });
  expect(values).toEqual({
    ...{ id: "1", title: 'A 5" "mug"', description: "", url: "https://shop.example/mug", barcodes: "" },
    price: '{"amount":1990,"currency":"USD"}',
    list_price: '{"amount":2990,"currency":"USD"}',
    availability: '{"available":true,"status":"in_stock"}',
    ...{ categories: "", condition: '["new"]', variant_options: '[{"name":"Color","value":"Blue"}]', media: "" },
    seller: JSON.stringify({ name: FEED.shopName }),
  });
});

test("Snapchat's addresses are ASCII: hosts have their ASCII form, and the rest is percent-encoded", async () => {
  const image = "https://bilder.straße.example/ä b.jpg";
  const { values } = await rendered(snapchat, "csv", {
    id: "1",
    link: "https://www.bücher.example/größe/1?q=é",
    image_link: image,
    additional_image_link: `${image},https://cdn.example/ö.jpg`,
  });
  expect(values).toEqual({
    id: "1",
    link: "https://www.xn--bcher-kva.example/gr%C3%B6%C3%9Fe/1?q=%C3%A9",
    image_link: "https://bilder.xn--strae-oqa.example/%C3%A4%20b.jpg",
    additional_image_link: "https://bilder.xn--strae-oqa.example/%C3%A4%20b.jpg,https://cdn.example/%C3%B6.jpg",
  });
});

test.each([
  ["tsv", "product_category"],
  ["rss", "google_product_category"],
])("a row of Microsoft's %s file has the file's name for the category", async (format, name) => {
  const { values, columns } = await rendered(microsoft, format, { id: "1", google_product_category: "212" });
  expect(values).toMatchObject({ id: "1", [name]: "212" });
  expect(columns).toEqual(Object.keys(values ?? {}));
});

const isTooLong = (check: Check): boolean => check.kind === "row" && check.code === "title_too_long" && check.when.text !== "false";

test("a title that is too long in the last row alone is cut and looked for", async () => {
  const { values, checks } = await rendered(
    pinterest,
    "tsv",
    { id: "1", title: "Shirt" },
    { id: "2", title: `${"long ".repeat(100)}title` },
  );
  expect(values).toMatchObject({ title: "long ".repeat(100).trim() });
  expect(checks.filter(isTooLong)).toHaveLength(1);
});

test("nobody looks for long titles if there is none", async () => {
  const { values, checks } = await rendered(pinterest, "tsv", { id: "1", title: "Shirt" }, { id: "2", title: "é".repeat(250) });
  expect(values).toMatchObject({ title: "é".repeat(250) });
  expect(checks.filter(isTooLong)).toEqual([]);
});

test("a row of OpenAI's file shows lists as in the file, and leaves out invalid booleans", async () => {
  const { values } = await rendered(openai, "jsonl", {
    ...{ id: "1", additional_image_link: "https://cdn.example/a.jpg, https://cdn.example/b.jpg" },
    ...{ target_countries: "US,CA", is_digital: "yes", accepts_returns: "perhaps" },
  });
  expect(values).toMatchObject({
    ...{ additional_image_urls: '["https://cdn.example/a.jpg","https://cdn.example/b.jpg"]', target_countries: '["US","CA"]' },
    ...{ is_digital: "true", accepts_returns: "" },
  });
});

test.each([
  ["rss", "Shirt in linen"],
  ["csv", "Shirt\uFFFF in\uFFFE linen"],
])("a row of Meta's file in the format %s has the characters that the file can contain", async (format, title) => {
  const { values } = await rendered(meta, format, { id: "1", title: "Shirt\uFFFF in\uFFFE linen" });
  expect(values).toMatchObject({ title });
});
