import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { longestTexts } from "../sql/longest-texts.ts";

/** Bytes of a snapshot's longest values, found out once, so that lists needn't look whether each of their values is longer than they show. */

const placeOf = (at: number): string => `s${at + 1}`;

/** One row, `s1…`: bytes of the longest value of each column. */
export function longestInSource(source: string, columns: readonly string[]): Sql {
  return sql`SELECT ${list(longestTexts(columns.map((_, at) => name(placeOf(at)))))} FROM read_parquet(${literal(source)})`;
}

/** In the order of the columns. */
export function readLongest([row]: readonly WarehouseRow[], columns: readonly string[]): readonly number[] {
  return columns.map((_, at) => Number(row?.[placeOf(at)]));
}
