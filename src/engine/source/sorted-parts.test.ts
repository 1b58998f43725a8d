import { afterAll, beforeAll, expect, test } from "vitest";
import { testDuckdb, type TestDuckdb } from "../../../test/harness/duckdb.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openWarehouse } from "../../platform/warehouse/open-warehouse.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";
import { dynamicParts, dynamicTable, type SortedPart, sortParts } from "./sorted-parts.ts";

/** As many columns as an export may have, and rows of more than one vector and row group. */
const COLUMNS = 950;
const ROWS = 4_200;

/** Less than tables of so many columns take while they are read and written, more than files of them do. */
const MEMORY_BYTES = 450e6;

let duckdb: TestDuckdb;
beforeAll(async () => {
  duckdb = await testDuckdb();
});
afterAll(() => duckdb[Symbol.asyncDispose]());

const unsorted = sql`SELECT (i * 1237) % ${integer(ROWS)} AS id FROM range(${integer(ROWS)}) t(i)`;

const column = (at: number) => name(`m${at + 1}`);

function partsOf(columns: number): readonly SortedPart[] {
  const members = dynamicParts(columns).map((places, nth) => ({
    table: dynamicTable("members", nth),
    columns: places.map((at) => sql`'c' || id || '-' || ${integer(at)} AS ${column(at)}`),
    from: unsorted,
  }));
  return [{ table: "first", columns: [sql`'first ' || id AS title`], from: unsorted }, ...members];
}

test.each([16, COLUMNS])(
  "rows of %i columns sorted in parts stand beside each other in order, within a memory that doesn't hold all columns at once",
  async (columns) => {
    const folder = duckdb.folder;
    await using warehouse = await openWarehouse({ readable: [folder], memoryLimitBytes: MEMORY_BYTES, threads: 2, log: silentLog });
    await using session = await warehouse.of(null).session({ signal: new AbortController().signal, folder, deadlineMs: 120_000, columns });
    const id = name("id");
    const between = (nth: number): string => duckdb.file(`part-${columns}-${nth}.parquet`);
    await session.run(...sortParts({ view: name("in_order"), parts: partsOf(columns), id, order: id, between }));
    const file = duckdb.file(`sorted-${columns}.parquet`);
    const read = Array.from({ length: columns }, (_, at) => column(at));
    await session.run(sql`COPY (SELECT ord, id, title, apart, ${list(read)} FROM in_order) TO ${literal(file)} ${parquet()}`);
    const last = columns - 1;
    const [found] =
      await session.all(sql`SELECT count(*) AS all_rows, count(*) FILTER (WHERE ord = id AND NOT apart AND title = 'first ' || id
      AND m1 = 'c' || id || '-0' AND ${column(last)} = 'c' || id || ${literal(`-${last}`)}) AS right_rows FROM read_parquet(${literal(file)})`);
    expect([Number(found?.["all_rows"]), Number(found?.["right_rows"])]).toEqual([ROWS, ROWS]);
  },
  150_000,
);
