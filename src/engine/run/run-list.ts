import type { Sql } from "../../kernel/sql.ts";
import type { ColumnType } from "../source/source-columns.ts";
import { FEED_COLUMNS } from "../plan/feed-columns.ts";
import { integer, keyword, list, literal, name, sql } from "../sql/fragment.ts";
import { isBlank, numberOf } from "../sql/text-sql.ts";

/**
 * Pages of a run's rows. First the order of the page is found in what is narrow (the index held in memory, one column of the
 * rows), then its rows are fetched by `ord`.
 */
export interface RowList {
  /** The run's index as a resident table. */
  readonly index: Sql;
  readonly rows: string;
  readonly columns: readonly string[];
  readonly search: string | null;
  /** Column to sort by; null = feed order. */
  readonly sort: string | null;
  readonly order: "asc" | "desc";
}

/** What the index of a run is loaded as. */
export function loadRunIndex(indexFile: string): Sql {
  return sql`SELECT ord, search FROM read_parquet(${literal(indexFile)})`;
}

export function countRows({ index, search }: RowList): Sql {
  return sql`SELECT count(*) AS total FROM ${index} ${matching(search)}`;
}

/** `ord` of the rows of one page, in the order asked for; blanks come last in both orders, and ties keep the feed's order. */
export function pageOrder(request: RowList, page: { readonly limit: number; readonly offset: number }): Sql {
  const bounds = sql`LIMIT ${integer(page.limit)} OFFSET ${integer(page.offset)}`;
  const { index, search, sort, order } = request;
  const direction = keyword(order === "asc" ? "ASC" : "DESC");
  if (sort === null) return sql`SELECT ord FROM ${index} ${matching(search)} ORDER BY ord ${direction} ${bounds}`;
  const key = sortKey(request, sort);
  const among = search === null ? sql`` : sql`WHERE ord IN (SELECT ord FROM ${index} ${matching(search)})`;
  return sql`SELECT ord FROM (SELECT ord, ${key} AS key FROM read_parquet(${literal(request.rows)}) ${among}) ORDER BY key ${direction} NULLS LAST, ord ${bounds}`;
}

/** Numbers and money sort by number, everything else by folded text. */
function sortKey({ columns }: RowList, sort: string): Sql {
  const value = name(`f${columns.indexOf(sort) + 1}`);
  const type: ColumnType = FEED_COLUMNS.find((column) => column.name === sort)?.type ?? "text";
  if (type === "money" || type === "number") return numberOf(value);
  return sql`CASE WHEN ${isBlank(value)} THEN NULL ELSE lower(${value}) END`;
}

/** `ord, row_id, product_id, reason, f1…` of some rows. */
export function fetchRows(rows: string, columns: readonly string[], ords: readonly number[]): Sql {
  const first = integer(Math.min(...ords));
  const last = integer(Math.max(...ords));
  return sql`SELECT ord, CAST(row_id AS VARCHAR) AS row_id, reason, ${list(columns.map((_, at) => name(`f${at + 1}`)))}
    FROM read_parquet(${literal(rows)}) WHERE ord BETWEEN ${first} AND ${last} AND ord IN (${list(ords.map(integer))})`;
}

function matching(search: string | null): Sql {
  return search === null ? sql`` : sql`WHERE contains(search, lower(nfc_normalize(${literal(search)})))`;
}
