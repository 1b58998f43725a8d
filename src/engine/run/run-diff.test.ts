import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb, textOrNull } from "../../../test/harness/duckdb.ts";
import { type RunRow, writeRun } from "../../../test/golden/run-rows.ts";
import { runCounts, runCurrencies, runLinkHosts, runReasons } from "./run-counts.ts";
import {
  countDifferingRows,
  describeDifferences,
  differenceCounts,
  type DiffSide,
  differingRows,
  outputValues,
  type RowDifference,
} from "./run-diff.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const COLUMNS = ["id", "title", "brand"];
const row = (rowId: number, ...values: readonly string[]): RunRow => ({ rowId, values });
const without = (excluded: RunRow): RunRow => ({ ...excluded, reason: "Excluded" });

/** Rows as DuckDB answers them here, as the warehouse would. */
const answers = async (statement: ReturnType<typeof outputValues>) =>
  (await duckdb.all(statement)).map((found) =>
    Object.fromEntries(Object.entries(found).map(([key, value]) => [key, typeof value === "number" ? String(value) : textOrNull(value)])),
  );

async function difference(
  before: DiffSide,
  after: DiffSide,
  options: { readonly sameEngine: boolean; readonly limit?: number; readonly offset?: number },
): Promise<{ readonly rows: readonly Omit<RowDifference, "item">[]; readonly total: number }> {
  const { sameEngine, limit = 100, offset = 0 } = options;
  const differing = await answers(differingRows(before, after, { sameEngine, limit, offset }));
  const [counted] = await answers(countDifferingRows(before, after, sameEngine));
  const total = Number(counted?.["total"]);
  expect(differing.map((found) => Number(found["total"]))).toEqual(differing.map(() => total));
  if (differing.length === 0) return { rows: [], total };
  const ids = differing.map((found) => String(found["row_id"]));
  const [old, fresh] = [await answers(outputValues(before, ids)), await answers(outputValues(after, ids))];
  const rows = describeDifferences(differing, { side: before, values: old }, { side: after, values: fresh });
  return { rows: rows.map((found) => withoutItem(found)), total };
}

function withoutItem<Row extends { readonly item: unknown }>({ item: _item, ...others }: Row): Omit<Row, "item"> {
  return others;
}

const before = await writeRun(duckdb, "before", COLUMNS, [
  row(1, "a", "A", "X"),
  row(2, "b", "B", "X"),
  row(3, "c", "C", "X"),
  without(row(4, "d", "D", "X")),
  row(5, "e", "E", "X"),
  without(row(6, "f", "F", "X")),
]);
const after = await writeRun(duckdb, "after", COLUMNS, [
  row(9, "n", "N", ""),
  row(1, "a", "A", "X"),
  row(2, "b", "BB", "Y"),
  without(row(3, "c", "C", "X")),
  row(4, "d", "D", "X"),
  without(row(6, "f", "changed", "X")),
]);

describe.each([
  ["one engine, by hash", true],
  ["two engines, by value", false],
])("a difference of runs made by %s", (_name, sameEngine) => {
  test("with nothing names every row of the file as added, with all its values", async () => {
    const { rows, total } = await difference({ ...after, none: true }, after, { sameEngine });
    expect([total, rows.map(({ rowId, change }) => [rowId, change])]).toEqual([4, ["9", "1", "2", "4"].map((id) => [id, "added"])]);
    expect(rows[2]?.fields).toContainEqual({ field: "title", before: "", after: "BB" });
    expect(await difference(after, { ...after, none: true }, { sameEngine })).toMatchObject({ total: 4 });
  });

  test("names what was added, removed and changed, in the order of the later run, removed rows last; excluded rows are not in the file", async () => {
    expect(await difference(before, after, { sameEngine })).toEqual({
      total: 5,
      rows: [
        {
          rowId: "9",
          change: "added",
          fields: [
            { field: "id", before: "", after: "n" },
            { field: "title", before: "", after: "N" },
          ],
        },
        {
          rowId: "2",
          change: "changed",
          fields: [
            { field: "title", before: "B", after: "BB" },
            { field: "brand", before: "X", after: "Y" },
          ],
        },
        {
          rowId: "4",
          change: "added",
          fields: [
            { field: "id", before: "", after: "d" },
            { field: "title", before: "", after: "D" },
            { field: "brand", before: "", after: "X" },
          ],
        },
        {
          rowId: "3",
          change: "removed",
          fields: [
            { field: "id", before: "c", after: "" },
            { field: "title", before: "C", after: "" },
            { field: "brand", before: "X", after: "" },
          ],
        },
        {
          rowId: "5",
          change: "removed",
          fields: [
            { field: "id", before: "e", after: "" },
            { field: "title", before: "E", after: "" },
            { field: "brand", before: "X", after: "" },
          ],
        },
      ],
    });
  });

  test("comes page by page, each row once", async () => {
    const pages: string[] = [];
    for (let offset = 0; offset < 6; offset += 2)
      pages.push(...(await difference(before, after, { sameEngine, limit: 2, offset })).rows.map(({ rowId }) => rowId));
    expect(pages).toEqual(["9", "2", "4", "3", "5"]);
  });

  test("of a run and itself is empty", async () => {
    expect(await difference(after, after, { sameEngine })).toEqual({ rows: [], total: 0 });
  });

  test("sees values that changed places", async () => {
    const there = await writeRun(duckdb, "there", COLUMNS, [row(1, "a", "x", "y"), row(2, "b", "", "z")]);
    const swapped = await writeRun(duckdb, "swapped", COLUMNS, [row(1, "a", "y", "x"), row(2, "b", "z", "")]);
    expect((await difference(there, swapped, { sameEngine })).total).toBe(2);
  });

  test("compares columns by name where the runs have other ones; a column that one does not have is blank there", async () => {
    const there = await writeRun(duckdb, "there", ["id", "title", "gone", "blank"], [row(1, "a", "A", "g", ""), row(2, "b", "B", "", "")]);
    const wider = await writeRun(duckdb, "wider", ["title", "id", "extra"], [row(1, "A", "a", "e"), row(2, "B", "b", "")]);
    expect(await difference(there, wider, { sameEngine })).toEqual({
      total: 1,
      rows: [
        {
          rowId: "1",
          change: "changed",
          fields: [
            { field: "extra", before: "", after: "e" },
            { field: "gone", before: "g", after: "" },
          ],
        },
      ],
    });
  });

  test("is what comparing all the values says, for any two runs", async () => {
    const value = fc.constantFrom("", "a", "b", "ab");
    const side = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 8 }), value, value, fc.boolean()), {
      maxLength: 8,
      selector: ([rowId]) => rowId,
    });
    await fc.assert(
      fc.asyncProperty(side, side, async (old, fresh) => {
        const rows = (given: typeof old): readonly RunRow[] =>
          given.map(([rowId, title, brand, out]) => (out ? without(row(rowId, "i", title, brand)) : row(rowId, "i", title, brand)));
        const [one, two] = [await writeRun(duckdb, "one", COLUMNS, rows(old)), await writeRun(duckdb, "two", COLUMNS, rows(fresh))];
        const included = (given: typeof old) =>
          new Map(given.filter(([, , , out]) => !out).map(([rowId, title, brand]) => [rowId, `${title}|${brand}`]));
        const [was, is] = [included(old), included(fresh)];
        const differing = [...new Set([...was.keys(), ...is.keys()])].filter((rowId) => was.get(rowId) !== is.get(rowId));
        const found = await difference(one, two, { sameEngine });
        expect(found.rows.map(({ rowId }) => Number(rowId)).toSorted((a, b) => a - b)).toEqual(differing.toSorted((a, b) => a - b));
      }),
      { numRuns: 5 * testRuns },
    );
  });
});

describe("counts", () => {
  test("of a run: included, excluded, all, and reasons with the most frequent first", async () => {
    const run = await writeRun(duckdb, "counted", COLUMNS, [
      row(1, "a", "", ""),
      { ...row(2, "b", "", ""), reason: "B" },
      { ...row(3, "c", "", ""), reason: "A" },
      { ...row(4, "d", "", ""), reason: "C" },
      { ...row(5, "e", "", ""), reason: "C" },
    ]);
    expect(await answers(runCounts(run.rows))).toEqual([{ included: "1", excluded: "4", total: "5" }]);
    expect(await answers(runReasons(run.rows))).toMatchObject([
      { reason: "C", rows: "2" },
      { reason: "A", rows: "1" },
      { reason: "B", rows: "1" },
      { reason: null, rows: "1" },
    ]);
  });

  test("of an empty run are zeros", async () => {
    const run = await writeRun(duckdb, "empty", COLUMNS, []);
    expect(await answers(runCounts(run.rows))).toEqual([{ included: "0", excluded: "0", total: "0" }]);
    expect(await answers(runReasons(run.rows))).toEqual([]);
    expect(await answers(runCurrencies(run.rows, COLUMNS))).toEqual([]);
  });

  test("of the currencies of published prices", async () => {
    const prices = ["1.00 USD", "2.00 USD", "3 JPY", "", "4.00", "5.00 usd"].map((price, at) => row(at + 1, price));
    const run = await writeRun(duckdb, "priced", ["price"], [...prices, { ...row(99, "9.00 EUR"), reason: "Excluded" }]);
    expect(await answers(runCurrencies(run.rows, ["price"]))).toEqual([
      { currency: "USD", rows: "2" },
      { currency: "JPY", rows: "1" },
    ]);
    expect(await answers(runCurrencies(run.rows, ["title"]))).toEqual([]);
  });

  test("of the hosts of published links", async () => {
    const links = ["https://shop.example/1", "http://B.example:8080/1?x", "https://b.example", "nowhere", "", "https://u:p@b.example/2"];
    const run = await writeRun(
      duckdb,
      "linked",
      ["link"],
      [...links.map((link, at) => row(at + 1, link)), { ...row(98, "https://a.example/1"), reason: "Excluded" }],
    );
    expect(await answers(runLinkHosts(run.rows, ["link"]))).toEqual([{ host: "b.example" }, { host: "shop.example" }]);
    expect(await answers(runLinkHosts(run.rows, ["title"]))).toEqual([]);
  });

  test("of what differs between two indexes", async () => {
    expect(await answers(differenceCounts(before, after, true))).toEqual([{ added: "2", removed: "2", changed: "1" }]);
    const renamed = await writeRun(duckdb, "renamed", COLUMNS, [row(1, "other", "A", "X"), row(2, "b", "B", "X")]);
    expect(await answers(differenceCounts(before, renamed, true))).toEqual([{ added: "0", removed: "2", changed: "1" }]);
    const wider = await writeRun(duckdb, "wider", [...COLUMNS, "color"], [row(1, "a", "A", "X", ""), row(2, "b", "B", "X", "")]);
    expect(await answers(differenceCounts(wider, wider, false))).toEqual([{ added: "0", removed: "0", changed: "0" }]);
  });
});
