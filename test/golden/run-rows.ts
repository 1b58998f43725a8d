import { writeRows, writeRunIndex } from "../../src/engine/run/run-files.ts";
import { integer, join, list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { TestDuckdb } from "../harness/duckdb.ts";

/** A run's files out of rows that a test spells out: what lists, differences and renderers read. */
export interface RunRow {
  readonly rowId: number;
  readonly values: readonly string[];
  readonly reason?: string;
  /** The rule that excluded it. */
  readonly rule?: number;
}

export interface RunFiles {
  readonly rows: string;
  readonly index: string;
  readonly columns: readonly string[];
  readonly split: boolean;
  readonly causes: boolean;
}

/** Rows written in the order given; `run` names the files. */
export async function writeRun(duckdb: TestDuckdb, run: string, columns: readonly string[], rows: readonly RunRow[]): Promise<RunFiles> {
  const files = { rows: duckdb.file(`${run}-rows.parquet`), index: duckdb.file(`${run}-index.parquet`), columns, split: false, causes: true };
  await duckdb.run(writeRows(relation(columns, rows), files, files.rows), writeRunIndex(files.rows, files, files.index));
  return files;
}

function relation(columns: readonly string[], rows: readonly RunRow[]): Sql {
  const names = list([name("ord"), name("row_id"), name("product_id"), name("reason"), name("excluded_by"), ...columns.map((_, at) => name(`f${at + 1}`))]);
  const records = rows.map(({ rowId, values, reason, rule }, at) => {
    const texts = [reason === undefined ? sql`CAST(NULL AS VARCHAR)` : literal(reason), rule === undefined ? sql`CAST(NULL AS BIGINT)` : integer(rule), ...values.map(literal)];
    return sql`(${list([integer(at), integer(rowId), integer(rowId), ...texts])})`;
  });
  // A first row that is not taken gives an empty run its types.
  const typed = sql`(${list([integer(-1), integer(0), integer(0), literal(""), integer(0), ...columns.map(() => literal(""))])})`;
  return sql`SELECT * REPLACE (CAST(ord AS BIGINT) AS ord, CAST(row_id AS BIGINT) AS row_id) FROM (VALUES ${join([typed, ...records], sql`, `)}) v(${names}) WHERE ord >= 0`;
}
