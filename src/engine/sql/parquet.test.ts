import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { literal, sql } from "./fragment.ts";
import { parquet, passingParquet } from "./parquet.ts";

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
