import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { type RunRow, writeRun } from "../../../test/golden/run-rows.ts";
import { name, sql } from "../sql/fragment.ts";
import { countFound, fetchRows, foundPage, loadRowOrder, loadSearchTexts, orderedPage, searchedRows } from "./run-list.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const COLUMNS = ["id", "title", "price", "extra"];
const TEXTS = name("texts");
const ORDER = name("row_order");

const rows = (values: readonly (readonly string[])[]): readonly RunRow[] => values.map((row, at) => ({ rowId: 100 + at, values: row }));
const ords = async (statement: ReturnType<typeof orderedPage>): Promise<readonly number[]> =>
  (await duckdb.all(statement)).map((row) => Number(row["ord"]));

/** The run becomes what the service holds in memory of it: its texts, and one sort order. */
async function hold(runRows: readonly RunRow[], column = "title", direction: "asc" | "desc" = "asc"): Promise<string> {
  const run = await writeRun(duckdb, "run", COLUMNS, runRows);
  await duckdb.run(
    sql`CREATE OR REPLACE TABLE ${TEXTS} AS ${loadSearchTexts(run.index)}`,
    sql`CREATE OR REPLACE TABLE ${ORDER} AS ${loadRowOrder(run.rows, COLUMNS, { column, direction })}`,
  );
  return run.rows;
}

const whole = { limit: 1000, offset: 0 };

describe("a sort order", () => {
  const values = [
    ["1", "banana", "10.00 USD", "b"],
    ["2", "Apple", "9.00 USD", ""],
    ["3", "", "", "10"],
    ["4", "apple", "100.00 USD", "9"],
    ["5", " ", "free", "É"],
    ["6", "Cherry", "9.00 USD", "é"],
  ];

  test.each([
    ["title", "asc", [1, 3, 0, 5, 2, 4]],
    ["title", "desc", [5, 0, 1, 3, 2, 4]],
    ["price", "asc", [1, 5, 0, 3, 2, 4]],
    ["price", "desc", [3, 0, 1, 5, 2, 4]],
    ["extra", "asc", [2, 3, 0, 4, 5, 1]],
    ["extra", "desc", [4, 5, 0, 3, 2, 1]],
  ] as const)("by %s %s: money by number, text in folded order, blanks last, ties in feed order", async (column, direction, expected) => {
    await hold(rows(values), column, direction);
    expect(await ords(orderedPage(ORDER, whole))).toEqual(expected);
  });

  test("read page by page gives each row once, in one order", async () => {
    const value = fc.constantFrom("", " ", "a", "A", "b", "10", "9", "9.00 USD", "é");
    const row = fc.tuple(value, value, value, value);
    const column = fc.constantFrom(...COLUMNS);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        column,
        fc.constantFrom("asc", "desc"),
        fc.integer({ min: 1, max: 7 }),
        async (given, by, direction, limit) => {
          await hold(rows(given), by, direction);
          const pages: number[] = [];
          for (let offset = 0; offset < given.length + limit; offset += limit)
            pages.push(...(await ords(orderedPage(ORDER, { limit, offset }))));
          expect(pages).toEqual(await ords(orderedPage(ORDER, whole)));
          expect(pages.toSorted((a, b) => a - b)).toEqual(given.map((_, at) => at));
        },
      ),
      { numRuns: 8 * testRuns },
    );
  });
});

describe("a search", () => {
  const values = [
    ["A-1", "Blue Shirt", "10.00 USD", "x"],
    ["A-2", "Red shirt", "20.00 USD", "y"],
    ["B-1", "Größe 40%", "30.00 USD", "_"],
    ["B-2", "Cafe\u0301 'cup'", "40.00 USD", "x"],
  ].map((row) => row.map((value) => value.normalize("NFC")));

  async function found(
    text: string,
    options: { readonly sorted?: boolean; readonly descending?: boolean } = {},
  ): Promise<readonly number[]> {
    await hold(rows(values), "price", "desc");
    return ords(
      foundPage(searchedRows(TEXTS, text), {
        ...whole,
        order: options.sorted === true ? ORDER : null,
        descending: options.descending === true,
      }),
    );
  }

  test.each([
    ["SHIRT", [0, 1]],
    ["a-", [0, 1]],
    ["20.00", [1]],
    ["größe", [2]],
    ["%", [2]],
    ["_", [2]],
    ["'cup'", [3]],
    ["café", [3]],
    ["cafe\u0301", [3]],
    ["blue shirt", [0]],
    ["shirt20", []],
    ["shirt 10.00", []],
    ["nothing", []],
  ])("for %j finds the rows that have it in one column", async (text, expected) => {
    expect(await found(text)).toEqual(expected);
    expect(await duckdb.all(countFound(searchedRows(TEXTS, text)))).toEqual([{ total: String(expected.length) }]);
  });

  test("comes in feed order, backwards, or in a sort order", async () => {
    expect(await found("x")).toEqual([0, 3]);
    expect(await found("x", { descending: true })).toEqual([3, 0]);
    expect(await found("x", { sorted: true })).toEqual([3, 0]);
  });

  test("tells on every page how many it found", async () => {
    await hold(rows(values));
    expect(await duckdb.all(foundPage(searchedRows(TEXTS, "shirt"), { limit: 1, offset: 1, order: null, descending: false }))).toEqual([
      { ord: "1", total: "2" },
    ]);
    expect(await duckdb.all(foundPage(searchedRows(TEXTS, "shirt"), { limit: 1, offset: 2, order: null, descending: false }))).toEqual([]);
  });
});

test("rows are fetched whole by their place, excluded ones with their reason", async () => {
  const file = await hold([
    { rowId: 7, values: ["a", "b", "c", "d"] },
    { rowId: 8, values: ["e", "", "g", "h"], reason: "No" },
    { rowId: 9, values: ["i", "j", "k", "l"] },
  ]);
  const fetched = await duckdb.all(fetchRows(file, COLUMNS, [2, 1]));
  expect(fetched.toSorted((a, b) => Number(a["ord"]) - Number(b["ord"]))).toEqual([
    { ord: "1", row_id: "8", reason: "No", f1: "e", f2: "", f3: "g", f4: "h" },
    { ord: "2", row_id: "9", reason: null, f1: "i", f2: "j", f3: "k", f4: "l" },
  ]);
});
