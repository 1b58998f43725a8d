import { afterAll, beforeAll, expect, test } from "vitest";
import { testDuckdb, type TestDuckdb } from "../../../test/harness/duckdb.ts";
import { literal, sql } from "../sql/fragment.ts";
import { countSaid, sampleRareValues, sampleValues } from "./column-coverage.ts";

let duckdb: TestDuckdb;
let file: string;
beforeAll(async () => {
  duckdb = await testDuckdb();
  file = duckdb.file("source.parquet");
  // Dense, cut, blank, NULL, and one that only late rows have.
  await duckdb.run(sql`COPY (SELECT i AS ord, 'v' || (i % 4) AS s1, repeat('ü', 101) AS s2, '' AS s3, CAST(NULL AS VARCHAR) AS s4,
    CASE WHEN i >= 5900 THEN 'late ' || (i % 2) ELSE '' END AS s5 FROM range(1, 6001) t(i)) TO ${literal(file)} (FORMAT PARQUET)`);
});
afterAll(() => duckdb[Symbol.asyncDispose]());

const places = [0, 1, 2, 3, 4];

test("rows that say something are counted, blanks and NULL are not", async () => {
  expect(await duckdb.all(countSaid({ file, places }))).toEqual([{ n1: "6000", n2: "6000", n3: "0", n4: "0", n5: "101" }]);
});

test("samples are the first three values of the first rows, each cut; a column those rows do not have has none", async () => {
  expect(await duckdb.all(sampleValues({ file, places }))).toEqual([
    { v1: '["v0","v1","v2"]', v2: JSON.stringify(["ü".repeat(100)]), v3: null, v4: null, v5: null },
  ]);
});

test("values that late rows alone have are found", async () => {
  expect(await duckdb.all(sampleRareValues(file, 4))).toEqual([{ v1: '["late 0","late 1"]' }]);
});
