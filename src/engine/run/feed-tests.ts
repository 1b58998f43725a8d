import { z } from "zod";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { outputColumn, type RowsShape, valueNames } from "./run-files.ts";

/** What a merchant expects of chosen rows, and what a run, or the feed as it is defined now, makes of them. */

/** A test as feeds keep it. `expect`: feed column to value, `""` for blank. `item` where it is not the first of a split row. */
export const FeedTest = z.strictObject({
  name: z.string(),
  row_id: z.string(),
  item: z.int().optional(),
  expect: z.record(z.string(), z.string()),
  excluded: z.boolean().optional(),
  excluded_reason: z.string().optional(),
});
export type FeedTest = z.output<typeof FeedTest>;

/** A row as it came out. `fields`: at least the columns that are asked for. */
export interface TestedRow {
  readonly rowId: string;
  readonly item: number;
  readonly reason: string | null;
  readonly fields: ReadonlyMap<string, string>;
}

/** A row that went away fails nothing: it is not the feed's definition that took it. */
const TestStatus = z.enum(["passed", "failed", "row_missing"]);

export const TestResult = z.strictObject({
  status: TestStatus,
  differences: z.array(z.strictObject({ field: z.string(), expected: z.string(), actual: z.string() })),
  /** Where the row is in the feed and should not be, or the other way, or is out of it for another reason. */
  excluded: z
    .strictObject({
      expected: z.boolean(),
      actual: z.boolean(),
      expected_reason: z.string().nullable(),
      actual_reason: z.string().nullable(),
    })
    .nullable(),
});
export type TestResult = z.output<typeof TestResult>;

/** Characters that are shown of a value that is not the expected one. */
const SHOWN_MAX = 1_000;

/** The tests' results in their order. Values have to be the same to the last character. */
export function judgeTests(tests: readonly FeedTest[], rows: readonly TestedRow[]): readonly TestResult[] {
  const found = new Map(rows.map((row) => [rowKey(row.rowId, row.item), row]));
  return tests.map((test) => {
    const row = found.get(rowKey(test.row_id, test.item ?? 1));
    return row === undefined ? { status: "row_missing", differences: [], excluded: null } : judgeRow(test, row);
  });
}

function rowKey(rowId: string, item: number): string {
  return `${rowId}|${item}`;
}

function judgeRow(test: FeedTest, row: TestedRow): TestResult {
  const differences = Object.entries(test.expect).flatMap(([field, expected]) => {
    // A column the feed no longer has is blank.
    const actual = row.fields.get(field) ?? "";
    return actual === expected ? [] : [{ field, expected: shown(expected), actual: shown(actual) }];
  });
  const excluded = judgeExclusion(test, row.reason);
  return { status: differences.length === 0 && excluded === null ? "passed" : "failed", differences, excluded };
}

function judgeExclusion({ excluded: asked, excluded_reason: asksReason }: FeedTest, reason: string | null): TestResult["excluded"] {
  const expected = asked ?? (asksReason === undefined ? undefined : true);
  if (expected === undefined) return null;
  const actual = reason !== null;
  if (expected === actual && (asksReason === undefined || asksReason === reason)) return null;
  return { expected, actual, expected_reason: asksReason ?? null, actual_reason: reason === null ? null : shown(reason) };
}

function shown(text: string): string {
  const points = [...text];
  return points.length > SHOWN_MAX ? `${points.slice(0, SHOWN_MAX).join("")}…` : text;
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly missing: number;
}

export function countResults(results: readonly TestResult[]): TestCounts {
  const count = (status: TestResult["status"]): number => results.filter((result) => result.status === status).length;
  return { passed: count("passed"), failed: count("failed"), missing: count("row_missing") };
}

/** The one test's fault as the rest of a sentence: `expected brand "Acme", got "acme"`. */
export function sayFailure({ differences, excluded }: TestResult): string {
  const said = differences.map(({ field, expected, actual }) => `expected ${field} ${quoted(expected)}, got ${quoted(actual)}`);
  if (excluded === null) return said.join(" and ");
  const { actual, actual_reason: reason } = excluded;
  const wanted = excluded.expected
    ? `the row to be excluded${excluded.expected_reason === null ? "" : ` because ${quoted(excluded.expected_reason)}`}`
    : "the row to be in the feed";
  return [`expected ${wanted}, but it is ${actual ? `excluded because ${quoted(reason ?? "")}` : "in the feed"}`, ...said].join(" and ");
}

/** A sentence has no room for a description. */
const QUOTED_MAX = 80;

function quoted(text: string): string {
  const points = [...text];
  return points.length > QUOTED_MAX ? `"${points.slice(0, QUOTED_MAX).join("")}…"` : `"${text}"`;
}

/** Values asked for at a time: each may be a text of the longest kind, and an answer of the warehouse is bounded. */
const VALUES_MAX = 500;

/** The tests in parts whose rows are asked for together. */
function* partsOf(tests: readonly FeedTest[]): Generator<readonly FeedTest[]> {
  let part: FeedTest[] = [];
  for (const test of tests) {
    if (part.length > 0 && columnsOf([...part, test]).length * (part.length + 1) > VALUES_MAX) {
      yield part;
      part = [];
    }
    part.push(test);
  }
  if (part.length > 0) yield part;
}

function columnsOf(tests: readonly FeedTest[]): readonly string[] {
  return [...new Set(tests.flatMap(({ expect }) => Object.keys(expect)))];
}

/** A question for the rows of some tests, and how its answer is read. */
export interface TestedRowsQuery {
  readonly rows: Sql;
  readonly read: (answer: readonly WarehouseRow[]) => readonly TestedRow[];
}

/** Questions for the tests' rows in a run's `rows.parquet`. */
export function testedRows(rowsFile: string, shape: RowsShape, tests: readonly FeedTest[]): readonly TestedRowsQuery[] {
  return [...partsOf(tests)].map((part) => {
    const columns = columnsOf(part);
    const ids = list([...new Set(part.map(({ row_id: id }) => id))].map((id) => integer(Number(id))));
    const items = list([...new Set(part.map(({ item }) => item ?? 1))].map(integer));
    const values = columns.map((column, at) => sql`${outputColumn(valueNames(shape), column)} AS ${name(`v${at + 1}`)}`);
    const item = shape.split ? sql`item` : sql`1 AS item`;
    const found = sql`SELECT row_id, ${list([item, sql`reason`, ...values])} FROM read_parquet(${literal(rowsFile)}) WHERE row_id IN (${ids})`;
    return {
      rows: sql`SELECT * REPLACE (CAST(row_id AS VARCHAR) AS row_id) FROM (${found}) WHERE item IN (${items})`,
      read: (answer) => answer.map((row) => testedRow(row, columns)),
    };
  });
}

function testedRow(row: WarehouseRow, columns: readonly string[]): TestedRow {
  const reason = row["reason"];
  return {
    rowId: String(row["row_id"]),
    item: Number(row["item"]),
    reason: typeof reason === "string" ? reason : null,
    fields: new Map(columns.map((column, at) => [column, String(row[`v${at + 1}`] ?? "")])),
  };
}
