import { writeRows, writeRunIndex } from "../../src/engine/run/run-files.ts";
import { integer, join, list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { TestDuckdb } from "../harness/duckdb.ts";

/** A run's files out of rows that a test spells out: what lists, differences and renderers read. */
export interface RunRow {
  readonly rowId: number;
  readonly values: readonly string[];
  readonly reason?: string;
}

export interface RunFiles {
  readonly rows: string;
  readonly index: string;
  readonly columns: readonly string[];
  readonly split: boolean;
}

/** Rows written in the order given; `run` names the files. */
export async function writeRun(duckdb: TestDuckdb, run: string, columns: readonly string[], rows: readonly RunRow[]): Promise<RunFiles> {
  const files = { rows: duckdb.file(`${run}-rows.parquet`), index: duckdb.file(`${run}-index.parquet`), columns, split: false };
  await duckdb.run(writeRows(relation(columns, rows), files, files.rows), writeRunIndex(files.rows, files, files.index));
  return files;
}

function relation(columns: readonly string[], rows: readonly RunRow[]): Sql {
  const names = list([name("ord"), name("row_id"), name("product_id"), name("reason"), ...columns.map((_, at) => name(`f${at + 1}`))]);
  const records = rows.map(({ rowId, values, reason }, at) => {
    const texts = [reason === undefined ? sql`CAST(NULL AS VARCHAR)` : literal(reason), ...values.map(literal)];
    return sql`(${list([integer(at), integer(rowId), integer(rowId), ...texts])})`;
  });
  // A first row that is not taken gives an empty run its types.
  const typed = sql`(${list([integer(-1), integer(0), integer(0), literal(""), ...columns.map(() => literal(""))])})`;
  return sql`SELECT * REPLACE (CAST(ord AS BIGINT) AS ord, CAST(row_id AS BIGINT) AS row_id) FROM (VALUES ${join([typed, ...records], sql`, `)}) v(${names}) WHERE ord >= 0`;
}
