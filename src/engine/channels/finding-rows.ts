import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, sql } from "../sql/fragment.ts";
import type { ShownValues } from "./finding-samples.ts";

/** The files of a checked run. */
export interface FindingFiles {
  readonly rows: string;
  readonly findings: string;
  readonly split: boolean;
}

/** Of the rows that some checks have found, those from `offset` on: by check, then in feed order. */
export interface FindingPage {
  readonly nths: readonly number[];
  readonly limit: number;
  readonly offset: number;
  /** Rows that are left out. */
  readonly except?: readonly number[];
}

/** `nth, row_id, product_id, sku, title, value` of a page of what checks have found. */
export function findingRows(
  { rows, findings, split }: FindingFiles,
  { nths, limit, offset, except = [] }: FindingPage,
  shown: ShownRows,
): Sql {
  const place = split ? sql`ord, item` : sql`ord`;
  const others = except.length === 0 ? sql`` : sql`AND row_id NOT IN (${list(except.map(integer))})`;
  const page = sql`SELECT ${place}, nth, file_row_number AS page_order FROM read_parquet(${literal(findings)}, file_row_number = true)
    WHERE nth IN (${list([-1, ...nths].map(integer))}) ${others} ORDER BY file_row_number LIMIT ${integer(limit)} OFFSET ${integer(offset)}`;
  return sql`SELECT nth, CAST(row_id AS VARCHAR) AS row_id, CAST(product_id AS VARCHAR) AS product_id, ${shown.sku} AS sku, ${shown.title} AS title,
    ${shown.value} AS value FROM (${page}) JOIN read_parquet(${literal(rows)}) USING (${place}) ORDER BY page_order`;
}

export interface ShownRows extends ShownValues {
  readonly sku: Sql;
}

/** `muted`: how many of the rows a check has found are among these. */
export function countAmong(findings: string, nth: number, rowIds: readonly number[]): Sql {
  return sql`SELECT count(*) AS muted FROM read_parquet(${literal(findings)})
    WHERE nth = ${integer(nth)} AND row_id IN (${list([-1, ...rowIds].map(integer))})`;
}
