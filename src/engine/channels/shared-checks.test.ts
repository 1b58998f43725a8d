import { afterAll, expect, test } from "vitest";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { channelInput, columnsFor } from "../../../test/harness/checked-catalog.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { google } from "../../channels/google/pack.ts";
import { meta } from "../../channels/meta/pack.ts";
import { categorisedRows } from "./categorised-rows.ts";
import { findingsQuery } from "./findings-query.ts";
import { rowsToSend, writeChannelAsides } from "./rows-to-send.ts";
import { type ChannelChecks, sharedChecks, writeFindings, writeSharedFindings } from "./shared-checks.ts";
import { literal, name, sql } from "../sql/fragment.ts";
import type { RowCheck } from "./check.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const columns = columnsFor(google);
const row = (values: Readonly<Record<string, string>>) => columns.map((column) => values[column] ?? "");
const { rows: rowsFile } = await writeRun(duckdb, "shared", columns, [
  { rowId: 1, values: row({ id: "1", title: "SHOUTED TITLE OF A SHIRT", price: "0.00 USD", item_group_id: "g" }) },
  { rowId: 2, values: row({ id: "2", title: "Gone" }), reason: "left out" },
  {
    rowId: 3,
    values: row({
      id: "1",
      title: "Shirt, 50 % off",
      gtin: "1",
      link: "shirt",
      google_product_category: "no such one",
      item_group_id: "g",
    }),
  },
]);

/** What each channel's findings are, made together. */
async function madeTogether(channels: readonly ChannelChecks[]) {
  const { asked, placed } = sharedChecks(channels);
  const shared = duckdb.file("together.parquet");
  await duckdb.run(writeSharedFindings(asked, { rows: rowsFile, split: false }, shared));
  const found = [];
  for (const [at, checks] of placed.entries()) {
    const file = duckdb.file(`findings-${at}.parquet`);
    await duckdb.run(writeFindings(shared, checks, { split: false }, file));
    found.push(await duckdb.all(sql`SELECT ord, nth FROM read_parquet(${literal(file)})`));
  }
  return { asked, found };
}

test("finds for each channel what its checks find alone, and asks once what both ask", async () => {
  const channels = [google, meta].map((pack): ChannelChecks => {
    const given = channelInput(pack, { columns });
    const input = { ...given, rows: { ...given.rows, carried: () => sql`''` } };
    return { checks: pack.checks(input), attributes: pack.attributes, input, files: { rows: rowsFile, asides: null } };
  });
  const { asked, found } = await madeTogether(channels);
  for (const [at, { checks, attributes, input, files }] of channels.entries()) {
    const rows = rowsToSend(files, null);
    const alone = findingsQuery(checks, rows, name("ord"), categorisedRows(attributes, input, rows));
    const expected = await duckdb.all(sql`SELECT ord, nth FROM (${alone}) ORDER BY nth, ord`);
    expect(expected.length).toBeGreaterThan(10);
    expect(found[at]).toEqual(expected);
  }
  const all = channels.flatMap(({ checks }) => checks.filter(({ kind }) => kind !== "feed"));
  expect(asked.length).toBeLessThan(all.length * 0.75);
});

test("keeps apart what two channels computed beside the rows under one name", async () => {
  const input = channelInput(google, { columns });
  const check = google.checks(input).find((one): one is RowCheck => one.kind === "row");
  if (check === undefined) throw new Error("Google has a check of rows");
  const channels = [];
  for (const wanted of ["1", "3"]) {
    const asides = duckdb.file(`asides-${wanted}.parquet`);
    await duckdb.run(writeChannelAsides(rowsFile, { wanted: sql`CAST(row_id AS VARCHAR) = ${literal(wanted)}` }, asides));
    const own: RowCheck = { ...check, when: input.rows.aside("wanted") };
    channels.push({ checks: [own], attributes: google.attributes, input, files: { rows: rowsFile, asides } });
  }
  const { found } = await madeTogether(channels);
  expect(found.map((lines) => lines.map((line) => Number(line["ord"])))).toEqual([[0], [2]]);
});

test("computes the later part of a condition only for rows that pass the earlier one", async () => {
  const input = channelInput(google, { columns });
  const check = google.checks(input).find((one): one is RowCheck => one.kind === "row");
  if (check === undefined) throw new Error("Google has a check of rows");
  const title = input.rows.of("title");
  const own: RowCheck = { ...check, when: sql`regexp_full_match(${title}, '[0-9]+') AND CAST(${title} AS INTEGER) > 0` };
  const files = { rows: rowsFile, asides: null };
  const { found } = await madeTogether([{ checks: [own], attributes: google.attributes, input, files }]);
  expect(found).toEqual([[]]);
});
