import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { type RunRow, writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import type { Sql } from "../../kernel/sql.ts";
import { name, sql } from "../sql/fragment.ts";
import { loadDescriptions, loadOtherTexts, searchedHeld } from "./held-run.ts";
import { loadSearchTexts, searchedRows } from "./run-list.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const HELD = { descriptions: name("held_descriptions"), texts: name("held_texts") };

/** Holds a run as the service does; answers its index. */
async function hold(columns: readonly string[], runRows: readonly RunRow[]): Promise<string> {
  const run = await writeRun(duckdb, "held", columns, runRows);
  const file = { file: run.rows, columns };
  await duckdb.run(
    sql`CREATE OR REPLACE TABLE ${HELD.descriptions} AS ${loadDescriptions(file)}`,
    sql`CREATE OR REPLACE TABLE ${HELD.texts} AS ${loadOtherTexts(file)}`,
  );
  return run.index;
}

async function byOrd(statement: Sql): Promise<readonly object[]> {
  return (await duckdb.all(statement)).toSorted((a, b) => Number(a["ord"]) - Number(b["ord"]));
}

const text = fc.constantFrom("", "a", "A", "b", "ab", "é", "É", "x y");

test.each([[["id", "description", "title"]], [["id", "title", "price"]]])(
  "a run of %j that is held in memory finds the rows that its index does",
  async (columns) => {
    const values = fc.tuple(text, text, text);
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 30 }), text, async (given, search) => {
        const runRows = given.map((row, at) => ({ rowId: 100 + at, values: row, ...(at % 3 === 0 ? { reason: "No" } : {}) }));
        const index = await hold(columns, runRows);
        expect(await byOrd(searchedHeld(HELD, search))).toEqual(await byOrd(searchedRows(sql`(${loadSearchTexts(index)})`, search)));
      }),
      { numRuns: 8 * testRuns },
    );
  },
);

test("a description that neighbours share is held once, over the row groups and chunks of a large run", async () => {
  const columns = ["id", "description"];
  const index = await hold(
    columns,
    Array.from({ length: 6_000 }, (_, at) => ({ rowId: at, values: [`i${at}`, `d${Math.floor(at / 7)}`] })),
  );
  expect(await duckdb.all(sql`SELECT count(*) AS held FROM ${HELD.descriptions}`)).toEqual([{ held: "858" }]);
  for (const search of ["d85", "i599"])
    expect(await byOrd(searchedHeld(HELD, search))).toEqual(await byOrd(searchedRows(sql`(${loadSearchTexts(index)})`, search)));
});
