import { integer, join, list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { TestDuckdb } from "./duckdb.ts";

/** A snapshot's rows that a test spells out, as `source.parquet` has them; what a row does not name is blank. */
export async function writeSourceFile(
  duckdb: TestDuckdb,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
  called = "source.parquet",
): Promise<string> {
  const file = duckdb.file(called);
  // Two rows are of one product each, as variants are.
  const values = rows.map(
    (row, at) =>
      sql`(${list([integer(at), integer(at + 1), integer(Math.floor(at / 2)), ...columns.map((column) => literal(row[column] ?? ""))])})`,
  );
  const names = list(["ord", "row_id", "product_id", ...columns.map((_, at) => `s${at + 1}`)].map(name));
  const select = sql`SELECT * REPLACE (CAST(ord AS BIGINT) AS ord, CAST(row_id AS BIGINT) AS row_id) FROM (VALUES ${join(values, sql`, `)}) v(${names})`;
  await duckdb.run(sql`COPY (${select}) TO ${literal(file)} (FORMAT parquet)`);
  return file;
}
