import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { writeChannelFile } from "../../engine/channels/channel-file.ts";
import { findingsQuery } from "../../engine/channels/findings-query.ts";
import { rowValues } from "../../engine/channels/row-values.ts";
import { FEED_COLUMNS } from "../../engine/plan/feed-columns.ts";
import { literal, name, sql } from "../../engine/sql/fragment.ts";
import { renderedText } from "../channel-under-test.suite.ts";
import { google } from "./pack.ts";

const columns = FEED_COLUMNS.map(({ name: called }) => called);
const row = (values: Readonly<Record<string, string>>) => columns.map((column) => values[column] ?? "");
const feed = {
  country: "US",
  language: "en",
  currency: "USD",
  shopName: "A & B",
  storeUrl: "https://shop.example",
  now: "2026-11-23T00:00:00Z",
};

test("a row becomes a line of each format, and what is wrong with it is found", async () => {
  await using duckdb = await testDuckdb();
  const files = await writeRun(duckdb, "run", columns, [
    {
      rowId: 1,
      values: row({
        id: "1",
        title: 'Mug 11" & <b>',
        price: "10.00 USD",
        additional_image_link: "https://shop.example/a.jpg,https://shop.example/b.jpg",
      }),
    },
    { rowId: 2, values: row({ id: "2", title: "Gone" }), reason: "x" },
    { rowId: 3, values: row({ id: "1", title: "Shirt", gtin: "4006381333932", price: "0.00 USD" }) },
  ]);
  const rows = sql`SELECT * FROM read_parquet(${literal(files.rows)}) WHERE reason IS NULL`;
  const input = { rows: rowValues(columns, []), settings: google.settings.parse({}), feed, taxonomy: null };
  const cells = google.cells(input);
  for (const format of google.formats) {
    await duckdb.run(writeChannelFile({ form: format, cells, input }, { sent: rows, count: 2 }, duckdb.file(format.extension)));
    const text = await readFile(duckdb.file(format.extension), "utf8");
    expect(text).toContain(
      format.name === "tsv" ? '1\t"Mug 11"" & <b>"' : '<item><g:id>1</g:id><g:title>Mug 11" &amp; &lt;b&gt;</g:title>',
    );
  }
  const checks = google.checks(input);
  const found = await duckdb.all(sql`SELECT * FROM (${findingsQuery(checks, rows, name("ord"))}) ORDER BY nth, ord`);
  const codes = (ord: number) => found.filter((one) => Number(one["ord"]) === ord).map((one) => checks[Number(one["nth"])]?.code);
  expect(codes(2)).toEqual(expect.arrayContaining(["duplicate_id", "invalid_gtin_checksum", "price_zero_or_negative", "missing_link"]));
  expect(codes(0)).not.toContain("price_zero_or_negative");
  expect(codes(1)).toEqual([]);
});

test("the XML repeats the element for each of several GTINs", async () => {
  await using duckdb = await testDuckdb();
  const xml = await renderedText(duckdb, google, [{ values: { id: "1", gtin: "4006381333931, 96385074" } }], { format: "rss" });
  expect(xml).toContain("<g:gtin>4006381333931</g:gtin><g:gtin>96385074</g:gtin>");
});
