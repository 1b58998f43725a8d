import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { visibleColumns } from "./snapshot-files.ts";

/** `source.parquet` of a snapshot, and its columns. */
export interface SnapshotSide {
  readonly file: string;
  readonly columns: readonly string[];
}

/**
 * `added, removed, changed`: how many rows of a snapshot the one before did not have, only that one had, and both have with different values in
 * the columns people see. Columns are compared by their names, and one that a side does not have is blank there.
 */
export function snapshotDifference(before: SnapshotSide, after: SnapshotSide): Sql {
  const columns = [...new Set([...after.columns, ...before.columns])];
  return sql`SELECT count(*) FILTER (WHERE b.row_id IS NULL) AS added, count(*) FILTER (WHERE a.row_id IS NULL) AS removed,
      count(*) FILTER (WHERE a.row_hash <> b.row_hash) AS changed
    FROM (${hashedRows(before, columns)}) b FULL JOIN (${hashedRows(after, columns)}) a ON a.row_id = b.row_id`;
}

/** 64 bits a row instead of all its text: both sides of any catalog then fit into the join. */
function hashedRows(side: SnapshotSide, columns: readonly string[]): Sql {
  const own = new Map(visibleColumns(side.columns).map(({ column, sql: place }) => [column, place]));
  const values = columns.map((column) => own.get(column) ?? sql`''`);
  return sql`SELECT row_id, hash(${list(values)}) AS row_hash FROM read_parquet(${literal(side.file)})`;
}

/** A snapshot's rows of some products, by their numbers. */
function rowsOfProducts({ file, columns }: SnapshotSide, all: readonly string[], products: Sql): Sql {
  const values = (of: readonly string[]): Sql => {
    const own = new Map(columns.map((column, at) => [column, name(`s${at + 1}`)]));
    return sql`hash(${list(of.map((column) => own.get(column) ?? sql`''`))})`;
  };
  const seen = visibleColumns(columns).map(({ column }) => column);
  const visible = all.filter((column) => seen.includes(column) || !columns.includes(column));
  return sql`SELECT row_id, ${values(visible)} AS row_hash, ${values(all)} AS whole_hash FROM read_parquet(${literal(file)}) WHERE product_id IN (${products})`;
}

/**
 * `added, removed, changed, touched` of some products alone: as `snapshotDifference` has them, and how many rows differ in anything at all, be it seen
 * or not. The rows of a snapshot are in the order of products, so that few of its groups are read.
 */
export function productsDifference(before: SnapshotSide, after: SnapshotSide, products: Sql): Sql {
  const all = [...new Set([...after.columns, ...before.columns])];
  return sql`SELECT count(*) FILTER (WHERE b.row_id IS NULL) AS added, count(*) FILTER (WHERE a.row_id IS NULL) AS removed,
      count(*) FILTER (WHERE a.row_hash <> b.row_hash) AS changed, count(*) FILTER (WHERE a.whole_hash IS DISTINCT FROM b.whole_hash) AS touched
    FROM (${rowsOfProducts(before, all, products)}) b FULL JOIN (${rowsOfProducts(after, all, products)}) a ON a.row_id = b.row_id`;
}

interface DifferingRows {
  /** Products whose rows are left out. */
  readonly known: Sql;
  /** Ids of each kind, at most. */
  readonly samples: number;
}

/** `change, rows, ids`: how many rows were added, removed and changed, and the first ids of each, joined by commas. */
export function differingRows(before: SnapshotSide, after: SnapshotSide, { known, samples }: DifferingRows): Sql {
  const columns = [...new Set([...after.columns, ...before.columns])];
  const rows = (side: SnapshotSide): Sql => sql`${hashedRows(side, columns)} WHERE product_id NOT IN (${known})`;
  const change = sql`CASE WHEN b.row_id IS NULL THEN 'added' WHEN a.row_id IS NULL THEN 'removed' ELSE 'changed' END`;
  const differing = sql`SELECT coalesce(a.row_id, b.row_id) AS row_id, ${change} AS change FROM (${rows(before)}) b FULL JOIN (${rows(after)}) a ON a.row_id = b.row_id
    WHERE a.row_hash IS DISTINCT FROM b.row_hash`;
  return sql`SELECT change, count(*) AS rows, array_to_string(list(row_id ORDER BY row_id)[1:${integer(samples)}], ',') AS ids FROM (${differing}) GROUP BY change`;
}
