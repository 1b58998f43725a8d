import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, sql } from "../sql/fragment.ts";

/** One row where `index.parquet` has the source row, none where it has not. */
export function sourceRowExists(index: string, rowId: number): Sql {
  return sql`SELECT ord FROM read_parquet(${literal(index)}) WHERE row_id = ${integer(rowId)} LIMIT 1`;
}

/** `row_id, ord` of those rows that `index.parquet` has. */
export function sourceRowsAmong(index: string, rowIds: readonly number[]): Sql {
  return sql`SELECT row_id, ord FROM read_parquet(${literal(index)}) WHERE row_id IN (${list(rowIds.map(integer))})`;
}

/** `row_id, product_id` of those rows that `index.parquet` has. */
export function productsOfSourceRows(index: string, rowIds: readonly number[]): Sql {
  return sql`SELECT row_id, product_id FROM read_parquet(${literal(index)}) WHERE row_id IN (${list(rowIds.map(integer))})`;
}
