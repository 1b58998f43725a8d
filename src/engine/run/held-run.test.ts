import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type RunRow, writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import type { Sql } from "../../kernel/sql.ts";
import { name, sql } from "../sql/fragment.ts";
import { fetchHeld, loadDescriptions, loadOtherTexts, loadRows, searchedHeld } from "./held-run.ts";
import { fetchRows, loadSearchTexts, searchedRows } from "./run-list.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const HELD = { rows: name("held_rows"), descriptions: name("held_descriptions"), texts: name("held_texts") };

/** Holds a run as the service does; answers its files. */
async function hold(columns: readonly string[], runRows: readonly RunRow[]): Promise<{ readonly rows: string; readonly index: string }> {
  const run = await writeRun(duckdb, "held", columns, runRows);
  const file = { file: run.rows, columns };
  await duckdb.run(
    sql`CREATE OR REPLACE TABLE ${HELD.rows} AS ${loadRows(file)}`,
    sql`CREATE UNIQUE INDEX held_rows_key ON ${HELD.rows} (ord)`,
    sql`CREATE OR REPLACE TABLE ${HELD.descriptions} AS ${loadDescriptions(file)}`,
    sql`CREATE OR REPLACE TABLE ${HELD.texts} AS ${loadOtherTexts(file)}`,
  );
  return run;
}

async function byOrd(statement: Sql): Promise<readonly object[]> {
  return (await duckdb.all(statement)).toSorted((a, b) => Number(a["ord"]) - Number(b["ord"]));
}

const text = fc.constantFrom("", "a", "A", "b", "ab", "é", "É", "x y");

test.each([[["id", "description", "title"]], [["id", "title", "price"]]])(
  "a run of %j that is held in memory gives the rows, and finds the texts, that its files do",
  async (columns) => {
    const values = fc.tuple(text, text, text);
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 30 }), text, fc.nat(), async (given, search, seed) => {
        const runRows = given.map((row, at) => ({ rowId: 100 + at, values: row, ...(at % 3 === 0 ? { reason: "No" } : {}) }));
        const files = await hold(columns, runRows);
        const ords = given.map((_, at) => at).filter((at) => at === seed % given.length || (seed >> (at % 8)) % 2 === 1);
        expect(await byOrd(fetchHeld(HELD, columns, ords))).toEqual(await byOrd(fetchRows(files.rows, columns, ords)));
        expect(await byOrd(searchedHeld(HELD, search))).toEqual(await byOrd(searchedRows(sql`(${loadSearchTexts(files.index)})`, search)));
      }),
      { numRuns: 25 },
    );
  },
);

test("a description that neighbours share is held once, over the row groups and chunks of a large run", async () => {
  const columns = ["id", "description"];
  const files = await hold(
    columns,
    Array.from({ length: 6_000 }, (_, at) => ({ rowId: at, values: [`i${at}`, `d${Math.floor(at / 7)}`] })),
  );
  expect(await duckdb.all(sql`SELECT count(*) AS held FROM ${HELD.descriptions}`)).toEqual([{ held: "858" }]);
  const ords = Array.from({ length: 100 }, (_, at) => at * 59);
  expect(await byOrd(fetchHeld(HELD, columns, ords))).toEqual(await byOrd(fetchRows(files.rows, columns, ords)));
});
