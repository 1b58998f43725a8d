import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDuckdb, type TestDuckdb } from "../../../test/harness/duckdb.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { integer, list, literal, name, sql } from "../../engine/sql/fragment.ts";
import { storedId } from "../../kernel/ids.ts";
import { openDirectoryStore } from "../../platform/objects/directory-store.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openWarehouse } from "../../platform/warehouse/open-warehouse.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { measureCoverage } from "./measure-coverage.ts";

/** As many columns as an export may have, in two row groups; a read has a quarter of the memory set, here less than by default. */
const METAFIELDS = Array.from({ length: 950 }, (_, at) => `metafield-x${at + 1}`);
const COLUMNS = snapshotColumns(METAFIELDS);
/** The smallest row groups that DuckDB writes. */
const ROW_GROUP_ROWS = 2_048;
const ROWS = 2_100;
const MEMORY_BYTES = 7e8;

let duckdb: TestDuckdb;
const snapshot: Snapshot = {
  extractId: storedId("ext", 1),
  prefix: "shops/1/extracts/1/1/",
  facts: {
    format: 1,
    columns: [...COLUMNS],
    clean: [],
    longest: [],
    markets: [],
    translations: [],
    translation_columns: [],
    translation_clean: [],
    countries: null,
    left_out: [],
    market_currencies: [],
    collections: null,
    context: null,
    categories: null,
    metafields: [],
    products: ROWS,
    variants: ROWS,
  },
};

beforeAll(async () => {
  duckdb = await testDuckdb();
  const values = COLUMNS.map((_, at) => sql`said AS ${name(`s${at + 1}`)}`);
  const rows = sql`SELECT i, CASE WHEN i % 2 = 0 THEN 'v' || i ELSE '' END AS said FROM range(${integer(ROWS)}) t(i)`;
  await duckdb.run(sql`COPY (SELECT i AS ord, i AS row_id, i AS product_id, ${list(values)} FROM (${rows}))
    TO ${literal(duckdb.file("source.parquet"))} (FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE ${integer(ROW_GROUP_ROWS)})`);
});
afterAll(() => duckdb[Symbol.asyncDispose]());

test("coverage of a snapshot of 1,000 columns is measured within less memory than a read has by default", async () => {
  await using objects = await openDirectoryStore({ root: join(duckdb.folder, "store"), log: silentLog });
  await objects.put(`${snapshot.prefix}source.parquet`, duckdb.file("source.parquet"));
  await using warehouse = await openWarehouse({
    readable: [objects.objectsFolder],
    memoryLimitBytes: MEMORY_BYTES,
    threads: 2,
    log: silentLog,
  });
  const coverage = await measureCoverage({ objects, warehouse: warehouse.of(null) }, snapshot, METAFIELDS);
  expect(coverage).toHaveLength(METAFIELDS.length);
  expect(new Set(coverage.map((one) => one.with_value))).toEqual(new Set([ROWS / 2]));
});
