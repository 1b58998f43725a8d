import type { Sql } from "../../kernel/sql.ts";
import type { ColumnType } from "../source/source-columns.ts";
import { feedColumnType } from "../plan/feed-columns.ts";
import { integer, keyword, list, literal, name, sql } from "../sql/fragment.ts";
import { lineEnd } from "../sql/line-file.ts";
import { dateOf, isBlank, numberOf } from "../sql/text-sql.ts";
import type { RunLine } from "./run-files.ts";

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
  const type = feedColumnType(column);
  const key = sortKey(name(`f${columns.indexOf(column) + 1}`), type);
  return inOrder(sql`SELECT ord, ord AS tie, ${key} AS key FROM read_parquet(${literal(rowsFile)})`, direction);
}

/** `place, ord` of rows `ord, tie, key`: blanks, which are NULL, come last in both directions, and ties by `tie`. */
export function inOrder(keyed: Sql, direction: RowOrder["direction"]): Sql {
  const sorted = sql`SELECT ord FROM (${keyed}) ORDER BY key ${keyword(direction === "asc" ? "ASC" : "DESC")} NULLS LAST, tie`;
  return sql`SELECT CAST(row_number() OVER () - 1 AS INTEGER) AS place, CAST(ord AS INTEGER) AS ord FROM (${sorted})`;
}

/** Numbers and money sort by number, dates by time, everything else by folded text; blank is NULL. */
export function sortKey(value: Sql, type: ColumnType): Sql {
  if (type === "money" || type === "number") return numberOf(value);
  if (type === "date") return dateOf(value);
  return sql`CASE WHEN ${isBlank(value)} THEN NULL ELSE lower(${value}) END`;
}

/** `ord` of one page of a sort order. */
export function orderedPage(order: Sql, page: { readonly limit: number; readonly offset: number }): Sql {
  return sql`SELECT ord FROM ${order} WHERE place >= ${integer(page.offset)} AND place < ${integer(page.offset + page.limit)} ORDER BY place`;
}

/** A page of those rows that were found: in a sort order, else in feed order or against it. */
export interface FoundPage {
  readonly limit: number;
  readonly offset: number;
  readonly order: Sql | null;
  readonly descending: boolean;
}

/** `ord` of the rows that hold a text. */
export function searchedRows(texts: Sql, search: string): Sql {
  return sql`SELECT ord FROM ${texts} WHERE ${holds(name("search"), search)}`;
}

/** `ord, total` of one page of the rows a query finds, looked for once. No row past the end. */
export function foundPage(query: Sql, page: FoundPage): Sql {
  const found = sql`found AS MATERIALIZED (${query})`;
  const bounds = sql`LIMIT ${integer(page.limit)} OFFSET ${integer(page.offset)}`;
  const total = sql`(SELECT count(*) FROM found) AS total`;
  if (page.order === null)
    return sql`WITH ${found} SELECT ord, ${total} FROM found ORDER BY ord ${keyword(page.descending ? "DESC" : "ASC")} ${bounds}`;
  return sql`WITH ${found} SELECT sorted.ord, ${total} FROM ${page.order} sorted JOIN found ON found.ord = sorted.ord ORDER BY sorted.place ${bounds}`;
}

/** How many rows a query finds, for a page past the end. */
export function countFound(query: Sql): Sql {
  return sql`SELECT count(*) AS total FROM (${query})`;
}

/** Whether a folded text holds another, whatever its case. */
export function holds(folded: Sql, search: string): Sql {
  return sql`contains(${folded}, lower(nfc_normalize(${literal(search)})))`;
}

/** A row as the list answers it. */
export interface ListedRow extends RunLine {
  readonly rowId: number;
  /** The rule that excluded it, where one did and the run says so. */
  readonly rule: number | null;
}

/** `ord, row_id, excluded` and where the row's line is, in the canonical file past its header or in that of excluded rows. */
export function loadRunPlaces(indexFile: string): Sql {
  const end = (counted: Sql): Sql => lineEnd(sql`CASE WHEN ${counted} THEN line_bytes ELSE 0 END`);
  return sql`SELECT CAST(ord AS INTEGER) AS ord, row_id, excluded, line_bytes,
    CASE WHEN excluded THEN ${end(name("excluded"))} ELSE ${end(sql`NOT excluded`)} END AS line_end FROM read_parquet(${literal(indexFile)})`;
}

/** `ord, row_id, reason, f1…` of some rows, out of the run itself. */
export function fetchRows(rowsFile: string, columns: readonly string[], ords: readonly number[]): Sql {
  const first = integer(Math.min(...ords));
  const last = integer(Math.max(...ords));
  return sql`SELECT ord, CAST(row_id AS VARCHAR) AS row_id, reason, ${list(columns.map((_, at) => name(`f${at + 1}`)))}
    FROM read_parquet(${literal(rowsFile)}) WHERE ord BETWEEN ${first} AND ${last} AND ord IN (${list(ords.map(integer))})`;
}
