import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { list, literal, name, sql } from "./fragment.ts";
import { ofCatalog, parquet, passingParquet } from "./parquet.ts";

test("keeps what a few variants of a product share as a dictionary", async () => {
  await using duckdb = await testDuckdb();
  for (const form of [parquet(2), passingParquet(2)]) {
    const file = duckdb.file("shared.parquet");
    const text = sql`repeat('A description of a product. ', 20) || CAST(n // 3 AS VARCHAR)`;
    await duckdb.run(sql`COPY (SELECT n, ${text} AS description FROM range(10000) AS rows(n)) TO ${literal(file)} ${form}`);
    const kept = await duckdb.all(
      sql`SELECT DISTINCT encodings FROM parquet_metadata(${literal(file)}) WHERE path_in_schema = 'description'`,
    );
    expect(kept).toEqual([{ encodings: expect.stringContaining("DICTIONARY") }]);
  }
});

test("writes a thousand columns of repeated values within half of the default memory", async () => {
  await using duckdb = await testDuckdb({ memory_limit: "500MB" });
  const columns = Array.from({ length: 1_000 }, (_, at) => sql`CAST(n % 7 AS VARCHAR) AS ${name(`m${at}`)}`);
  for (const form of [parquet(ofCatalog(columns.length)), passingParquet(ofCatalog(columns.length))]) {
    const file = duckdb.file("wide.parquet");
    await duckdb.run(sql`COPY (SELECT ${list(columns)} FROM range(4200) AS rows(n)) TO ${literal(file)} ${form}`);
    expect(await duckdb.all(sql`SELECT sum(CAST(m999 AS BIGINT)) AS total FROM read_parquet(${literal(file)})`)).toEqual([
      { total: "12600" },
    ]);
  }
});

test("leaves catalogs of ordinary width to DuckDB's own limits", () => {
  expect(parquet(ofCatalog(200))).toEqual(parquet());
});
