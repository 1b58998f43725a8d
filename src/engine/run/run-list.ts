import type { Sql } from "../../kernel/sql.ts";
import type { ColumnType } from "../source/source-columns.ts";
import { FEED_COLUMNS } from "../plan/feed-columns.ts";
import { integer, keyword, list, literal, name, sql } from "../sql/fragment.ts";
import { isBlank, numberOf } from "../sql/text-sql.ts";

/**
 * Pages of a run's rows. First the `ord` of the page's rows is found in what is narrow and held in memory (the folded text, a
 * sort order), then the rows themselves are fetched. A run never changes, so an order is sorted once and then only read.
 */
export interface RowOrder {
  readonly column: string;
  readonly direction: "asc" | "desc";
}

/** `ord, search`: what a search reads. */
export function loadSearchTexts(indexFile: string): Sql {
  return sql`SELECT ord, search FROM read_parquet(${literal(indexFile)})`;
}

/** `place, ord`: all rows by one column. Blanks come last in both directions, and ties keep the feed's order, so the order is total. */
export function loadRowOrder(rowsFile: string, columns: readonly string[], { column, direction }: RowOrder): Sql {
  const key = sortKey(name(`f${columns.indexOf(column) + 1}`), column);
  const sorted = sql`SELECT ord FROM (SELECT ord, ${key} AS key FROM read_parquet(${literal(rowsFile)})) ORDER BY key ${keyword(direction === "asc" ? "ASC" : "DESC")} NULLS LAST, ord`;
  return sql`SELECT row_number() OVER () - 1 AS place, ord FROM (${sorted})`;
}

/** Numbers and money sort by number, everything else by folded text; blank is NULL. */
function sortKey(value: Sql, column: string): Sql {
  const type: ColumnType = FEED_COLUMNS.find((standard) => standard.name === column)?.type ?? "text";
  if (type === "money" || type === "number") return numberOf(value);
  return sql`CASE WHEN ${isBlank(value)} THEN NULL ELSE lower(${value}) END`;
}

/** `ord` of one page of a sort order. */
export function orderedPage(order: Sql, page: { readonly limit: number; readonly offset: number }): Sql {
  return sql`SELECT ord FROM ${order} WHERE place >= ${integer(page.offset)} AND place < ${integer(page.offset + page.limit)} ORDER BY place`;
}

/** `ord, total` of one page of the rows that hold a text, in feed order or in a sort order; one look at the texts. No row past the end. */
export function searchedPage(
  texts: Sql,
  search: string,
  page: { readonly limit: number; readonly offset: number; readonly order: Sql | null; readonly descending: boolean },
): Sql {
  const found = sql`found AS MATERIALIZED (SELECT ord FROM ${texts} WHERE ${holds(search)})`;
  const bounds = sql`LIMIT ${integer(page.limit)} OFFSET ${integer(page.offset)}`;
  const total = sql`(SELECT count(*) FROM found) AS total`;
  if (page.order === null)
    return sql`WITH ${found} SELECT ord, ${total} FROM found ORDER BY ord ${keyword(page.descending ? "DESC" : "ASC")} ${bounds}`;
  return sql`WITH ${found} SELECT sorted.ord, ${total} FROM ${page.order} sorted JOIN found ON found.ord = sorted.ord ORDER BY sorted.place ${bounds}`;
}

/** How many rows hold a text, for a page past the end. */
export function countSearched(texts: Sql, search: string): Sql {
  return sql`SELECT count(*) AS total FROM ${texts} WHERE ${holds(search)}`;
}

function holds(search: string): Sql {
  return sql`contains(search, lower(nfc_normalize(${literal(search)})))`;
}

/** Every row whole: for runs small enough to be held in memory. */
export function loadRows(rowsFile: string): Sql {
  return sql`SELECT * EXCLUDE (product_id) FROM read_parquet(${literal(rowsFile)})`;
}

/** `ord, row_id, reason, f1…` of some rows, out of the run's file or of a table that `loadRows` made. */
export function fetchRows(rows: string | Sql, columns: readonly string[], ords: readonly number[]): Sql {
  const first = integer(Math.min(...ords));
  const last = integer(Math.max(...ords));
  return sql`SELECT ord, CAST(row_id AS VARCHAR) AS row_id, reason, ${list(columns.map((_, at) => name(`f${at + 1}`)))}
    FROM ${typeof rows === "string" ? sql`read_parquet(${literal(rows)})` : rows} WHERE ord BETWEEN ${first} AND ${last} AND ord IN (${list(ords.map(integer))})`;
}
