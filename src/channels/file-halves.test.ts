import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { isDivisible, isNumbered, writeChannelFile, writeFoot, writeHalves } from "../engine/channels/channel-file.ts";
import { sql } from "../engine/sql/fragment.ts";
import { type ChannelRow, openRows } from "./channel-under-test.suite.ts";
import { amazon } from "./amazon/pack.ts";
import { google } from "./google/pack.ts";
import { openai } from "./openai/pack.ts";

const rows: readonly ChannelRow[] = ["First", 'The "second"', "Third, <b>", "Fourth", "Fifth"].map((title, at) => ({
  values: { id: `${at + 1}`, title, price: "1.50 USD", availability: "in_stock", link: `https://shop.example/${at}` },
  sku: `S-${at}`,
}));
const FORMS = [google, amazon, openai]
  .flatMap((pack) => pack.formats.map((format) => ({ pack, format, called: `${pack.slug}.${format.name}` })))
  .filter(({ called }) => called !== "openai.acp");

test.each(FORMS)("$called in halves is the same file", async ({ pack, format }) => {
  await using duckdb = await testDuckdb();
  const { input, rows: sent } = await openRows(duckdb, pack, rows);
  const content = { form: format, cells: pack.cells(input), input };
  const [whole, first, second, behind] = [duckdb.file("whole"), duckdb.file("first"), duckdb.file("second"), duckdb.file("behind")];
  await duckdb.run(writeChannelFile(content, { sent, count: 5 }, whole));
  const halves = writeHalves(content, [
    { sent: sql`SELECT * FROM (${sent}) WHERE row_id <= 2`, count: 2, file: first },
    { sent: sql`SELECT * FROM (${sent}) WHERE row_id > 2`, count: 3, file: second },
  ]);
  for (const half of halves) await duckdb.run(half);
  const foot = writeFoot(content, behind);
  if (foot !== null) await duckdb.run(foot);
  const parts = await Promise.all([first, second, ...(foot === null ? [] : [behind])].map((file) => readFile(file, "utf8")));
  expect(parts.join("")).toBe(await readFile(whole, "utf8"));
  expect([isDivisible(content), isNumbered(content)]).toEqual([true, pack === amazon]);
});

test("a file of groups of rows can't be parted", async () => {
  await using duckdb = await testDuckdb();
  const { input } = await openRows(duckdb, openai, rows);
  const acp = openai.formats.filter(({ name }) => name === "acp");
  expect(acp.map((form) => isDivisible({ form, cells: openai.cells(input), input }))).toEqual([false]);
});
