import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";
import { trimmed } from "../sql/text-sql.ts";

/**
 * The file of a lookup table: `k1` the key as it is compared, `k0` as it was written, and `v1…` the columns after the key; all
 * text. A run joins by `k1`, so a key stands there once. Keys are folded here and nowhere else, by the function that folds what
 * is looked up.
 */

/** One row on its way into the file, as a line of newline-delimited JSON. */
export interface LookupLine {
  /** The row, from 1. */
  readonly n: number;
  /** The key, then the other columns; each is there. In a change of a row null keeps what the row has. */
  readonly v: readonly (string | null)[];
}

/** DuckDB's buffers are multiples of the longest line it shall read, so usual tables ask for little. */
const LINE_BYTES_MIN = 1024 * 1024;

/** Where the lines of a whole table, or of rows to be set, are loaded. */
export const ROWS = name("lookup_rows");

/** `longestBytes`: of the longest line. */
export function loadLookupLines(file: string, longestBytes: number, into = ROWS): Sql {
  const lines = sql`read_json(${literal(file)}, format = 'newline_delimited', columns = {'n': 'INTEGER', 'v': 'VARCHAR[]'}, maximum_object_size = ${integer(Math.max(LINE_BYTES_MIN, longestBytes + 1))})`;
  return sql`CREATE TEMP TABLE ${into} AS SELECT n, v, lower(${trimmed(sql`v[1]`)}) AS k1 FROM ${lines}`;
}

/** Rows whose key an earlier row (`before`) has, in order. */
export function repeatedLookupKeys(limit: number): Sql {
  return sql`SELECT n, before, key FROM (SELECT n, min(n) OVER (PARTITION BY k1) AS before, v[1] AS key FROM ${ROWS})
    WHERE n > before ORDER BY n LIMIT ${integer(limit)}`;
}

/** `columns` counts the key. */
export function writeLookupFile(columns: number, file: string): Sql {
  const values = Array.from({ length: columns - 1 }, (_, at) => sql`v[${integer(at + 2)}] AS ${name(`v${at + 1}`)}`);
  return sql`COPY (SELECT ${list([sql`k1`, sql`v[1] AS k0`, ...values])} FROM ${ROWS} ORDER BY n) TO ${literal(file)} ${parquet()}`;
}

/** Keys as they are compared, and the first column after the key: `key, value`. */
export function lookedUp(file: string): Sql {
  return sql`SELECT k1 AS key, v1 AS value FROM read_parquet(${literal(file)})`;
}
