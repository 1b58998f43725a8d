import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { readOperations } from "../../../test/platforms/operation-file.ts";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { writeChannelFile } from "../../engine/channels/channel-file.ts";
import { findingsQuery } from "../../engine/channels/findings-query.ts";
import { rowValues } from "../../engine/channels/row-values.ts";
import { FEED_COLUMNS } from "../../engine/plan/feed-columns.ts";
import { literal, name, sql } from "../../engine/sql/fragment.ts";
import { openRows, renderedText } from "../channel-under-test.suite.ts";
import { google } from "./pack.ts";

const Destination = z.object({ properties: z.object({ destination: z.object({ enum: z.array(z.string()) }) }) });

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

test("a row may have ten GTINs", async () => {
  await using duckdb = await testDuckdb();
  const gtins = Array.from({ length: 11 }, () => "04006381333931");
  const values = [gtins.slice(1), gtins].map((some, at) => ({ values: { id: `${at + 1}`, title: "Mug", gtin: some.join(",") } }));
  const { input, rows } = await openRows(duckdb, google, values);
  const checks = google.checks(input);
  const found = await duckdb.all(sql`SELECT * FROM (${findingsQuery(checks, rows, name("ord"))}) ORDER BY nth, ord`);
  const ofGtin = found
    .map((one) => ({ ord: Number(one["ord"]), check: checks[Number(one["nth"])] }))
    .filter(({ check }) => check?.field === "gtin");
  expect(ofGtin.map(({ ord, check }) => [ord, check?.code])).toEqual([[1, "too_many_values"]]);
  const xml = await renderedText(duckdb, google, values, { format: "rss" });
  expect(xml.match(/<g:gtin>/g)).toHaveLength(20);
});

test("several lifestyle images and videos are elements of their own, and no finding", async () => {
  await using duckdb = await testDuckdb();
  const two = (ending: string): string => `https://shop.example/a.${ending},https://shop.example/b.${ending}`;
  const values = [{ values: { id: "1", title: "Mug", lifestyle_image_link: two("jpg"), video_link: two("mp4") } }];
  const xml = await renderedText(duckdb, google, values, { format: "rss" });
  expect(xml).toContain("<g:lifestyle_image_link>https://shop.example/b.jpg</g:lifestyle_image_link>");
  expect(xml).toContain("<g:video_link>https://shop.example/b.mp4</g:video_link>");
  const { input, rows } = await openRows(duckdb, google, values);
  const checks = google.checks(input).filter(({ field }) => field === "lifestyle_image_link" || field === "video_link");
  expect(await duckdb.all(findingsQuery(checks, rows, name("ord")))).toEqual([]);
});

test("every destination of the Merchant API is allowed", () => {
  const ofApi = Destination.parse(readOperations("google").definitions["Destination"]).properties.destination.enum;
  const listed = google.attributes.find(({ name: called }) => called === "included_destination")?.allowedValues ?? [];
  expect(listed.map((value) => value.toUpperCase())).toEqual(expect.arrayContaining(ofApi));
});

test("apparel needs its attributes, and titles their words, where and in the language that the settings name", () => {
  const found = (settings: object, ofFeed: object) =>
    google.checks({
      rows: rowValues(columns, []),
      settings: google.settings.parse(settings),
      feed: { ...feed, ...ofFeed },
      taxonomy: sql`SELECT 1`,
    });
  const severity = (...of: Parameters<typeof found>) => found(...of).find(({ code }) => code === "missing_apparel_size")?.severity;
  expect(severity({ target_country: "DE" }, { country: "SE" })).toBe("error");
  expect(severity({ target_country: "SE" }, { country: "DE" })).toBe("warning");
  const words = (...of: Parameters<typeof found>) => found(...of).find(({ code }) => code === "title_promotional_text")?.rule;
  expect(words({ content_language: "it" }, { language: "en" })).toEqual(words({}, { language: "it" }));
});
