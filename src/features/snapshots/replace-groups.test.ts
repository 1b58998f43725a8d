import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import { integer, literal, name, sql } from "../../engine/sql/fragment.ts";
import { parquet, ROW_GROUP_ROWS } from "../../engine/sql/parquet.ts";
import type { Sql } from "../../kernel/sql.ts";
import { branded } from "../../kernel/unsafe.ts";
import { spliceParquet } from "../../platform/warehouse/splice-parquet.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { replaceGroups, rowsStay } from "./replace-groups.ts";

/** Five row groups, the last of which isn't full. */
const ROWS = 4 * ROW_GROUP_ROWS + 100;
const VARIANTS = 4;

let duckdb: TestDuckdb;
let old: string;
let session: WarehouseSession;
beforeAll(async () => {
  duckdb = await testDuckdb(TWO_THREADS);
  session = branded<WarehouseSession>({
    run: (...statements: readonly Sql[]) => duckdb.run(...statements),
    all: (statement: Sql) => duckdb.all(statement),
    splice: spliceParquet,
  });
  old = await written("old", sql`SELECT * FROM (${rows(sql`'was ' || range`)}) ORDER BY ord`);
});
afterAll(async () => {
  await duckdb[Symbol.asyncDispose]();
});

/** Some columns that say much, little and nothing; all are text, as in a snapshot. */
const rows = (value: Sql): Sql => sql`SELECT range AS ord, range + 1000 AS row_id, range // ${integer(VARIANTS)} AS product_id,
  ${value} AS s1, 'shared ' || (range % 7) AS s2, '' AS s3 FROM range(${integer(ROWS)})`;

async function written(called: string, select: Sql): Promise<string> {
  const file = duckdb.file(`${called}.parquet`);
  await rm(file, { force: true });
  await duckdb.run(sql`COPY (${select}) TO ${literal(file)} ${parquet()}`);
  return file;
}

const listed = (products: readonly number[]): Sql => sql`SELECT unnest(CAST(${literal(JSON.stringify(products))} AS BIGINT[]))`;

/** These products read again, with another value. */
const fresh = (products: readonly number[]): Promise<string> =>
  written(
    "fresh",
    sql`SELECT (row_number() OVER (ORDER BY ord)) - 1 AS ord, * EXCLUDE (ord) FROM (${rows(sql`'is ' || range`)}) WHERE product_id IN (${listed(products)}) ORDER BY ord`,
  );

const columns = ["row_id", "product_id", "s1", "s2", "s3"].map((column) => ({ column, old: name(column), fresh: name(column) }));

async function replaced(products: readonly number[]) {
  const [freshFile, file] = [await fresh(products), duckdb.file("replaced.parquet")];
  await rm(file, { force: true });
  const stays = await rowsStay({ session }, { old, fresh: freshFile, products: products.map(String) });
  return { stays, file, isWritten: await replaceGroups({ session }, { old, fresh: freshFile, columns, blank: sql`''` }, file) };
}

/** How many rows differ from those that there should be, in the order of the file. */
async function differing(file: string, products: readonly number[]): Promise<unknown> {
  const should = rows(sql`CASE WHEN range // ${integer(VARIANTS)} IN (${listed(products)}) THEN 'is ' ELSE 'was ' END || range`);
  const [row] = await duckdb.all(
    sql`SELECT count(*) AS rows, count(*) FILTER (WHERE r IS DISTINCT FROM s) AS differing FROM (SELECT * FROM read_parquet(${literal(file)})) r POSITIONAL JOIN (SELECT * FROM (${should}) ORDER BY ord) s`,
  );
  return { rows: Number(row?.["rows"]), differing: Number(row?.["differing"]) };
}

const LAST = Math.floor((ROWS - 1) / VARIANTS);

test.each([
  ["in the middle", [1_500]],
  ["at both ends", [0, LAST]],
  // 4096 is a multiple of 4, so the neighbours are in two groups.
  ["on both sides of a border", [ROW_GROUP_ROWS / VARIANTS - 1, ROW_GROUP_ROWS / VARIANTS]],
  ["many of one group", Array.from({ length: 500 }, (_, at) => 1_100 + at)],
])("products %s have their new values, and all others what they had", async (_, products) => {
  const { stays, file, isWritten } = await replaced(products);
  expect([stays, isWritten]).toEqual([true, true]);
  expect(await differing(file, products)).toEqual({ rows: ROWS, differing: 0 });
});

test("a file that was made in this way may be the next one's base, and its filters find what is there", async () => {
  const first = await replaced([10]);
  const base = duckdb.file("base.parquet");
  await rm(base, { force: true });
  await spliceParquet({ base: first.file, groups: [], file: base });
  expect(await differing(base, [10])).toEqual({ rows: ROWS, differing: 0 });
  const count = async (column: string, value: string): Promise<number> => {
    const [row] = await duckdb.all(sql`SELECT count(*) AS n FROM read_parquet(${literal(base)}) WHERE ${name(column)} = ${literal(value)}`);
    return Number(row?.["n"]);
  };
  expect(await count("s1", `is ${10 * VARIANTS}`)).toBe(1);
  expect(await count("s1", `was ${10 * VARIANTS}`)).toBe(0);
  expect(await count("s2", "shared 3")).toBe(Math.ceil((ROWS - 3) / 7));
});

test("where most groups differ the file isn't written", async () => {
  const { stays, isWritten } = await replaced([0, 1_100, 2_100, 3_100]);
  expect([stays, isWritten]).toEqual([true, false]);
});

test("rows that came or went don't stay in their places", async () => {
  const stays = async (select: Sql): Promise<boolean> =>
    rowsStay({ session }, { old, fresh: await written("fresh", select), products: ["5"] });
  const five = sql`SELECT * REPLACE (ord - 20 AS ord) FROM (${rows(sql`'x'`)}) WHERE product_id = 5`;
  expect(await stays(sql`${five} ORDER BY ord`)).toBe(true);
  expect(await stays(sql`SELECT * FROM (${five}) WHERE ord < 3 ORDER BY ord`)).toBe(false);
  expect(await stays(sql`SELECT * FROM (${five} UNION ALL SELECT 4, 9, 5, 'x', '', '') ORDER BY ord`)).toBe(false);
  expect(await stays(sql`SELECT * REPLACE (CASE WHEN ord = 1 THEN 77 ELSE row_id END AS row_id) FROM (${five}) ORDER BY ord`)).toBe(false);
});

test("a group is replaced by one with the same rows and columns alone", async () => {
  const file = duckdb.file("refused.parquet");
  const splice = async (select: Sql): Promise<void> => {
    await rm(file, { force: true });
    await spliceParquet({ base: old, groups: [{ nth: 1, file: await written("group", select) }], file });
  };
  await expect(splice(sql`SELECT * FROM (${rows(sql`'x'`)}) LIMIT 4095`)).rejects.toThrow("another size");
  await expect(splice(sql`SELECT * FROM (${rows(sql`'x'`)}) LIMIT 10000`)).rejects.toThrow("another size");
  await expect(splice(sql`SELECT * EXCLUDE (s3) FROM (${rows(sql`'x'`)}) LIMIT 4096`)).rejects.toThrow("other columns");
});
