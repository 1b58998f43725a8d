import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { parquetOfOneGroup } from "../sql/parquet.ts";
import type { ZippedColumn } from "./zip-snapshots.ts";

/**
 * If the changed products have the same rows as before, no row moves, and only the row groups that contain them differ. Those are rewritten, and the
 * others are copied.
 */

const ROWS = sql`replaced_rows`;

/** Makes a table with the positions of these products' rows in both files. */
export function placeReplaced(old: string, fresh: string, products: Sql): Sql {
  return sql`CREATE OR REPLACE TEMP TABLE ${ROWS} AS SELECT o.ord AS ord, f.ord AS at_row, o.row_id AS old_row, f.row_id AS fresh_row
    FROM (SELECT ord, row_id FROM read_parquet(${literal(old)}) WHERE product_id IN (${products}) ORDER BY ord) o
    POSITIONAL JOIN (SELECT ord, row_id FROM read_parquet(${literal(fresh)}) ORDER BY ord) f`;
}

/** `moved`: how many rows only one file has, or has in another order. */
export function countMoved(): Sql {
  return sql`SELECT count(*) FILTER (WHERE old_row IS DISTINCT FROM fresh_row) AS moved FROM ${ROWS}`;
}

/** `nth, first_row, rows, replaced` of each row group of a file; `replaced`: whether any of these rows is in it. */
export function groupsOf(file: string): Sql {
  return sql`WITH sizes AS (SELECT row_group_id AS nth, any_value(row_group_num_rows) AS rows FROM parquet_metadata(${literal(file)}) GROUP BY row_group_id),
    placed AS (SELECT nth, rows, sum(rows) OVER (ORDER BY nth) - rows AS first_row FROM sizes)
    SELECT nth, CAST(first_row AS BIGINT) AS first_row, rows,
      EXISTS (SELECT 1 FROM ${ROWS} WHERE ord >= first_row AND ord < first_row + placed.rows) AS replaced FROM placed ORDER BY nth`;
}

interface ReplacedGroup {
  readonly firstRow: number;
  readonly rows: number;
}

interface ReplacedIn {
  readonly old: string;
  readonly fresh: string;
  readonly columns: readonly ZippedColumn[];
  /** The value where one of the files lacks a column. */
  readonly blank: Sql;
}

/** Writes one row group with the rows of both files. Its columns are those of the old file, `ord` first. */
export function writeGroup({ old, fresh, columns, blank }: ReplacedIn, { firstRow, rows }: ReplacedGroup, file: string): Sql {
  const isWithin = (ord: Sql): Sql => sql`${ord} >= ${integer(firstRow)} AND ${ord} < ${integer(firstRow + rows)}`;
  const of = (side: "old" | "fresh"): Sql => list(columns.map((one) => sql`${one[side] ?? blank} AS ${name(one.column)}`));
  const kept = sql`SELECT ord, ${of("old")} FROM read_parquet(${literal(old)}) WHERE ${isWithin(sql`ord`)} AND ord NOT IN (SELECT ord FROM ${ROWS})`;
  const replaced = sql`SELECT place AS ord, ${of("fresh")} FROM read_parquet(${literal(fresh)}) f
    JOIN (SELECT ord AS place, at_row FROM ${ROWS} WHERE ${isWithin(sql`ord`)}) r ON r.at_row = f.ord`;
  return sql`COPY (SELECT * FROM (${kept} UNION ALL ${replaced}) ORDER BY ord) TO ${literal(file)} ${parquetOfOneGroup()}`;
}

export function forgetReplaced(): Sql {
  return sql`DROP TABLE IF EXISTS ${ROWS}`;
}
