import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { type RunRow, writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb, textOrNull } from "../../../test/harness/duckdb.ts";
import { name, sql } from "../sql/fragment.ts";
import { fetchPlaces } from "../sql/line-file.ts";
import {
  canonicalHeader,
  type RunLine,
  readCanonicalLine,
  readExcludedLine,
  runLineBytes,
  writeCanonical,
  writeExcluded,
} from "./run-files.ts";
import { fetchRows, loadRunPlaces } from "./run-list.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const PLACES = name("places");

/** Writes a run as the service does, and reads rows of it by their lines. */
async function linesOf(columns: readonly string[], rows: readonly RunRow[]) {
  const run = await writeRun(duckdb, "lined", columns, rows);
  const files = { canonical: duckdb.file("lined.txt"), excluded: duckdb.file("lined-excluded.txt") };
  const included = rows.filter(({ reason }) => reason === undefined).length;
  await duckdb.run(
    writeCanonical(run.rows, columns, included, files.canonical),
    writeExcluded(run.rows, columns, files.excluded),
    sql`CREATE OR REPLACE TABLE ${PLACES} AS ${loadRunPlaces(run.index)}`,
  );
  const canonical = (await readFile(files.canonical)).subarray(Buffer.byteLength(canonicalHeader(columns)) + 1);
  const excluded = await readFile(files.excluded);
  return { run, canonical, excluded };
}

async function readLined(columns: readonly string[], rows: readonly RunRow[], ords: readonly number[]) {
  const { run, canonical, excluded } = await linesOf(columns, rows);
  expect(await duckdb.all(runLineBytes(run.index))).toEqual([{ included: String(canonical.length), excluded: String(excluded.length) }]);
  const places = await duckdb.all(fetchPlaces(PLACES, ords));
  const read = places.map((place): Listed => {
    const lines = place["excluded"] === true ? excluded : canonical;
    const start = Number(place["line_start"]);
    const line = lines.subarray(start, start + Number(place["line_bytes"])).toString("utf8");
    expect(line.indexOf("\n")).toBe(line.length - 1);
    const whole = line.slice(0, -1);
    const values = place["excluded"] === true ? readExcludedLine(whole) : readCanonicalLine(whole);
    return { ord: String(place["ord"]), rowId: String(place["row_id"]), ...values };
  });
  const stored = (await duckdb.all(fetchRows(run.rows, columns, ords))).map((row): Listed => {
    const values = columns.map((_, at) => String(row[`f${at + 1}`]));
    return { ord: String(row["ord"]), rowId: String(row["row_id"]), reason: textOrNull(row["reason"]), values };
  });
  return { read: read.toSorted(byOrd), stored: stored.toSorted(byOrd) };
}

interface Listed extends RunLine {
  readonly ord: string;
  readonly rowId: string;
}

const byOrd = (a: Listed, b: Listed): number => Number(a.ord) - Number(b.ord);

/** A value as runs have them: one line, one cell. */
const clean = fc
  .oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.constantFrom("", '"', '""', '"a"', 'a"', ",", "é", "😀", '"\\"', "[]", "a b"))
  .map((value) => value.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/gu, ""));

describe("the lines of a run", () => {
  test.each([[["id"]], [["id", "title", 'custom "label"']]])("of columns %j give the rows it holds", async (columns) => {
    const row = fc.record({
      values: fc.array(clean, { minLength: columns.length, maxLength: columns.length }),
      reason: fc.option(fc.constantFrom("No", 'Rule "x"', "two\nlines\tand a tab", "Ünïcode"), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.nat(6), async (given, step) => {
        const rows = given.map(({ values, reason }, at) => ({ rowId: 500 - at, values, ...(reason === undefined ? {} : { reason }) }));
        const ords = given.map((_, at) => at).filter((at) => at % (step + 1) === 0);
        const { read, stored } = await readLined(columns, rows, ords);
        expect(read).toEqual(stored);
      }),
      { numRuns: 8 * testRuns },
    );
  });

  test("are found over the row groups and chunks of a large run", async () => {
    const columns = ["id", "title"];
    const rows = Array.from({ length: 9_000 }, (_, at) => ({
      rowId: at,
      values: [`i${at}`, "x".repeat(at % 50)],
      ...(at % 7 === 0 ? { reason: `No ${at % 11}` } : {}),
    }));
    const ords = Array.from({ length: 150 }, (_, at) => at * 59);
    const { read, stored } = await readLined(columns, rows, ords);
    expect(read).toHaveLength(150);
    expect(read).toEqual(stored);
  });
});
