import type { Sql } from "../../kernel/sql.ts";
import type { Transform, TransformInput } from "../plan/transform-query.ts";
import { integer, list, literal, sql } from "../sql/fragment.ts";
import { parquet, passingParquet, ROW_GROUP_ROWS } from "../sql/parquet.ts";
import { type RowsShape, shapedRows, valueNames } from "./run-files.ts";

/**
 * DuckDB reads a positional join in one thread, and what is computed of its rows runs there too. So a feed to whose rows something is
 * attached is made in two halves, each by a statement of its own, and put together again: that costs a tenth of the work and saves half of the time.
 */

/** Below it, it isn't worth two statements more. */
const ROWS_MIN = 20_000;

/** Whether a transform may be made in halves: what is written on the way, such as ranks, is of all rows. */
export function isHalved({ attached }: TransformInput, { statements }: Transform, rows: number): boolean {
  return attached.length > 0 && statements.length === 0 && rows >= ROWS_MIN;
}

/** The same rows as two inputs, one after the other. */
export function halvesOf({ source, attached }: TransformInput, rows: number): readonly TransformInput[] {
  const middle = integer(Math.ceil(rows / 2 / ROW_GROUP_ROWS) * ROW_GROUP_ROWS);
  return [sql`< ${middle}`, sql`>= ${middle}`].map((range) => ({
    source: sql`(SELECT * FROM ${source} WHERE ord ${range})`,
    attached: attached.map((file) => sql`(SELECT * FROM ${file} WHERE file_row_number ${range})`),
  }));
}

/** Writes the rows of a half to a file in between. */
export function writeHalf(rows: Sql, shape: RowsShape, file: string): Sql {
  return sql`COPY (${shapedRows(rows, shape)}) TO ${literal(file)} ${passingParquet(valueNames(shape).length)}`;
}

/** Writes `rows.parquet` from its halves, given in order. */
export function joinHalves(halves: readonly string[], shape: RowsShape, file: string): Sql {
  return sql`COPY (SELECT * FROM read_parquet([${list(halves.map(literal))}])) TO ${literal(file)} ${parquet(valueNames(shape).length)}`;
}
