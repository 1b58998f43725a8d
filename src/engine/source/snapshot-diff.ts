import type { Sql } from "../../kernel/sql.ts";
import { list, literal, sql } from "../sql/fragment.ts";
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
