import type { Sql } from "../../kernel/sql.ts";
import { integer, literal, sql } from "../sql/fragment.ts";
import { isBlank } from "../sql/text-sql.ts";
import { holds } from "./run-list.ts";

/** A column of a file with the rows of a feed or snapshot, numbered by `ord`. */
export interface ProfiledColumn {
  readonly file: string;
  /** Its value, in terms of the file. */
  readonly value: Sql;
}

/** Characters of a value that are shown. */
export const SHOWN_LENGTH = 200;
/** Rows up to which everything is counted; of larger files distinct values are estimated, and the top ones come from a sample. */
export const EXACT_ROWS_MAX = 200_000;
const TOP = 10;

/** `h, n, v`: how many rows have each value that isn't blank. Long values are compared by their hash, so that they needn't be held. */
function counted({ file, value }: ProfiledColumn, condition: Sql): Sql {
  return sql`SELECT hash(value) AS h, count(*) AS n, left(any_value(value), ${integer(SHOWN_LENGTH + 1)}) AS v
    FROM (SELECT ord, ${value} AS value FROM read_parquet(${literal(file)})) WHERE NOT ${isBlank(sql`value`)} AND ${condition} GROUP BY h`;
}

/** One row: `with_value, distinct_values`, and `top`, the most frequent values as JSON `[{v, n}, …]`. `rows`: of the file. */
export function columnProfile(column: ProfiledColumn, rows: number): Sql {
  const every = rows <= EXACT_ROWS_MAX ? 1 : Math.ceil(rows / EXACT_ROWS_MAX);
  const top = sql`SELECT v, CAST(n * ${integer(every)} AS BIGINT) AS n FROM g ORDER BY n DESC, v LIMIT ${integer(TOP)}`;
  const listed = sql`(SELECT to_json(coalesce(list({'v': v, 'n': n} ORDER BY n DESC, v), [])) FROM (${top})) AS top`;
  if (every === 1)
    return sql`WITH g AS MATERIALIZED (${counted(column, sql`true`)})
      SELECT coalesce(sum(n), 0)::BIGINT AS with_value, count(*) AS distinct_values, ${listed} FROM g`;
  const value = sql`(SELECT ${column.value} AS value FROM read_parquet(${literal(column.file)}))`;
  return sql`WITH g AS MATERIALIZED (${counted(column, sql`ord % ${integer(every)} = 0`)})
    SELECT count(*) AS with_value, approx_count_distinct(value) AS distinct_values, ${listed} FROM ${value} WHERE NOT ${isBlank(sql`value`)}`;
}

/** `v, n, total`: the values that hold a text, the most frequent first, and how many there are. */
export function columnValues(column: ProfiledColumn, { search, limit }: { readonly search: string | null; readonly limit: number }): Sql {
  const condition = search === null ? sql`true` : holds(sql`lower(nfc_normalize(value))`, search);
  return sql`SELECT v, n, count(*) OVER () AS total FROM (${counted(column, condition)}) ORDER BY n DESC, v LIMIT ${integer(limit)}`;
}
