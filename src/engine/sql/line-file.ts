import type { Sql } from "../../kernel/sql.ts";
import { integer, list, sql } from "./fragment.ts";

/**
 * Text files of one line a row, beside an index of the same rows that keeps each line's length. A page of rows that lie far
 * apart then costs one small read a row, where parquet decodes a group of thousands of rows for each. `line_bytes` counts a line
 * with its end.
 */

/** Bytes of all lines up to this row, its own included. Over the whole index in its order: DuckDB does this on the way, and sorts nothing. */
export function lineEnd(bytes: Sql): Sql {
  return sql`CAST(sum(${bytes}) OVER (ROWS UNBOUNDED PRECEDING) AS BIGINT)`;
}

/** Some rows of a table `ord, line_end, line_bytes, …`, with the `line_start` of each: bytes from the first line on. */
export function fetchPlaces(table: Sql, ords: readonly number[]): Sql {
  return sql`SELECT *, line_end - line_bytes AS line_start FROM ${table} WHERE ord IN (${list(ords.map(integer))})`;
}

/** A row's values as a line: JSON has no line break in it, whatever the values. */
export function jsonLine(values: readonly Sql[]): Sql {
  return sql`json_array(${list(values)})`;
}

/** Length of a line with its end. */
export function lineBytes(line: Sql): Sql {
  return sql`CAST(strlen(${line}) + 1 AS INTEGER)`;
}
