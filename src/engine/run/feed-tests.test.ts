import { afterAll, describe, expect, test } from "vitest";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { countResults, type FeedTest, judgeTests, sayFailure, type TestedRow, testedRows, type TestResult } from "./feed-tests.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const row = (fields: Readonly<Record<string, string>>, reason: string | null = null, item = 1): TestedRow => ({
  rowId: "1",
  item,
  reason,
  fields: new Map(Object.entries(fields)),
});
const of = (expected: Partial<FeedTest>): FeedTest => ({ name: "A test", row_id: "1", expect: {}, ...expected });
const judged = (expected: Partial<FeedTest>, ...rows: readonly TestedRow[]): TestResult => {
  const [result] = judgeTests([of(expected)], rows);
  if (result === undefined) throw new Error("there is no result");
  return result;
};

describe("a test", () => {
  test("passes where every named value is the same to the last character; a column that is not there is blank", () => {
    const acme = row({ brand: "Acme", gtin: "" });
    expect(judged({ expect: { brand: "Acme", gtin: "", gone: "" } }, acme).status).toBe("passed");
    expect(judged({ expect: { brand: "acme", gone: "x" } }, acme)).toEqual({
      status: "failed",
      differences: [
        { field: "brand", expected: "acme", actual: "Acme" },
        { field: "gone", expected: "x", actual: "" },
      ],
      excluded: null,
    });
    expect(judged({ expect: { constructor: "x" } }, acme).differences).toEqual([{ field: "constructor", expected: "x", actual: "" }]);
  });

  test.each([
    [{ excluded: false }, null, ""],
    [{ excluded: true }, "Sold out", ""],
    [{ excluded: true, excluded_reason: "Sold out" }, "Sold out", ""],
    [{ excluded_reason: "Sold out" }, "Sold out", ""],
    [{ excluded: false }, "Sold out", 'expected the row to be in the feed, but it is excluded because "Sold out"'],
    [{ excluded: true }, null, "expected the row to be excluded, but it is in the feed"],
    [{ excluded_reason: "Old" }, null, 'expected the row to be excluded because "Old", but it is in the feed'],
    [{ excluded_reason: "Old" }, "Sold out", 'expected the row to be excluded because "Old", but it is excluded because "Sold out"'],
  ])("of %o on a row excluded for %s says: %s", (expected, reason, said) => {
    const result = judged(expected, row({}, reason));
    expect({ status: result.status, said: sayFailure(result) }).toEqual({ status: said === "" ? "passed" : "failed", said });
  });

  test("without a word on exclusion compares the values of an excluded row too", () => {
    expect(judged({ expect: { brand: "Acme" } }, row({ brand: "Acme" }, "Sold out")).status).toBe("passed");
  });

  test("of a row that is not there, or of an item it was not split into, fails nothing", () => {
    const results = [judged({ expect: { brand: "x" } }), judged({ item: 3, expect: { brand: "x" } }, row({ brand: "y" }))];
    expect(countResults(results)).toEqual({ passed: 0, failed: 0, missing: 2 });
    expect(judged({ item: 2, expect: { brand: "x" } }, row({ brand: "y" }), row({ brand: "x" }, null, 2)).status).toBe("passed");
  });

  test("shows long values by their beginning", () => {
    const { differences } = judged({ expect: { title: "x" } }, row({ title: "é".repeat(5_000) }));
    expect(differences[0]?.actual).toBe(`${"é".repeat(1_000)}…`);
    expect(sayFailure(judged({ expect: { title: "x" } }, row({ title: "é".repeat(5_000) })))).toBe(
      `expected title "x", got "${"é".repeat(80)}…"`,
    );
  });
});

test("the rows of tests are found in a run's file, in few questions of bounded answers", async () => {
  const columns = ["id", "title", "brand"];
  const run = await writeRun(duckdb, "tested", columns, [
    { rowId: 1, values: ["a", "One", "Acme"] },
    { rowId: 2, values: ["b", "Two", ""], reason: "Sold out" },
    { rowId: 3, values: ["c", "Three", "Acme"] },
  ]);
  const tests = [
    of({ expect: { title: "One" } }),
    of({ row_id: "2", excluded: true, expect: { brand: "", gone: "" } }),
    of({ row_id: "9" }),
  ];
  const queries = testedRows(run.rows, { columns, split: false }, tests);
  expect(queries).toHaveLength(1);
  const rows: TestedRow[] = [];
  for (const { rows: statement, read } of queries) rows.push(...read(branded<readonly WarehouseRow[]>(await duckdb.all(statement))));
  expect(judgeTests(tests, rows).map(({ status }) => status)).toEqual(["passed", "passed", "row_missing"]);
  const wide = Array.from({ length: 100 }, (_, at) =>
    of({ row_id: String(at + 1), expect: Object.fromEntries(Array.from({ length: 50 }, (__, column) => [`c${column}`, ""])) }),
  );
  expect(testedRows(run.rows, { columns, split: false }, wide)).toHaveLength(10);
});
