import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { outputColumn } from "./run-files.ts";

/** One side of a difference: a run's files, and its columns with the channel attributes. */
export interface DiffSide {
  readonly rows: string;
  readonly index: string;
  readonly columns: readonly string[];
  /** Whether its rows are known by `item` too. */
  readonly split: boolean;
  /** Taken as if it had no row: what a feed's first run is compared with. */
  readonly none?: true;
}

export interface RowDifference {
  readonly rowId: string;
  readonly change: "added" | "removed" | "changed";
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

/**
 * `row_id, change`: the rows that differ, over included ones, in feed order of the later run (removed rows last). `total`
 * stands on every row. The indexes' hashes decide where both runs were made by one engine and have the same columns; else all
 * values are compared, by the names of their columns, and a column that one side does not have is blank there.
 */
export function differingRows(
  before: DiffSide,
  after: DiffSide,
  options: { readonly sameEngine: boolean; readonly limit: number; readonly offset: number },
): Sql {
  const side = hashedSides(before, after, options.sameEngine);
  return sql`SELECT CAST(coalesce(a.row_id, b.row_id) AS VARCHAR) AS row_id, coalesce(a.item, b.item) AS item, count(*) OVER () AS total,
      CASE WHEN b.row_id IS NULL THEN 'added' WHEN a.row_id IS NULL THEN 'removed' ELSE 'changed' END AS change
    FROM ${side(before)} b FULL JOIN ${side(after)} a ON a.row_id = b.row_id AND a.item = b.item
    WHERE b.row_id IS NULL OR a.row_id IS NULL OR a.row_hash <> b.row_hash
    ORDER BY a.ord NULLS LAST, b.ord LIMIT ${integer(options.limit)} OFFSET ${integer(options.offset)}`;
}

/** `added, removed, changed`: how many rows differ, over included ones. */
export function differenceCounts(before: DiffSide, after: DiffSide, sameEngine: boolean): Sql {
  const side = hashedSides(before, after, sameEngine);
  return sql`SELECT count(*) FILTER (WHERE b.row_id IS NULL) AS added, count(*) FILTER (WHERE a.row_id IS NULL) AS removed,
      count(*) FILTER (WHERE a.row_hash <> b.row_hash) AS changed
    FROM ${side(before)} b FULL JOIN ${side(after)} a ON a.row_id = b.row_id AND a.item = b.item`;
}

function hashedSides(before: DiffSide, after: DiffSide, sameEngine: boolean): (side: DiffSide) => Sql {
  const columns = [...new Set([...after.columns, ...before.columns])];
  const sameColumns = before.columns.join() === after.columns.join();
  return (side) => (sameEngine && sameColumns ? hashedByIndex(side) : hashedByRows(side, columns));
}

function itemOf({ split }: DiffSide): Sql {
  return split ? sql`item` : sql`1 AS item`;
}

function hashedByIndex(side: DiffSide): Sql {
  return sql`(SELECT ord, row_id, ${itemOf(side)}, row_hash FROM read_parquet(${literal(side.index)}) WHERE NOT excluded AND ${has(side)})`;
}

function hashedByRows(side: DiffSide, columns: readonly string[]): Sql {
  const values = list(columns.map((column) => outputColumn(side.columns, column)));
  return sql`(SELECT ord, row_id, ${itemOf(side)}, hash(${values}) AS row_hash FROM read_parquet(${literal(side.rows)}) WHERE reason IS NULL AND ${has(side)})`;
}

function has({ none }: DiffSide): Sql {
  return none === undefined ? sql`true` : sql`false`;
}

/** How many rows differ, for a page past the end. */
export function countDifferingRows(before: DiffSide, after: DiffSide, sameEngine: boolean): Sql {
  return sql`SELECT count(*) AS total FROM (${differingRows(before, after, { sameEngine, limit: Number.MAX_SAFE_INTEGER, offset: 0 })})`;
}

/** The output values of some rows of one run: `row_id, item, f1…`. */
export function outputValues(side: DiffSide, rowIds: readonly string[]): Sql {
  const { rows, columns } = side;
  const ids = list(rowIds.map((id) => integer(Number(id))));
  return sql`SELECT CAST(row_id AS VARCHAR) AS row_id, ${itemOf(side)}, ${list(columns.map((_, at) => name(`f${at + 1}`)))} FROM read_parquet(${literal(rows)}) WHERE row_id IN (${ids}) AND reason IS NULL AND ${has(side)}`;
}

/** Names what differs in each row; a column one side does not have is blank there. */
export function describeDifferences(
  differing: readonly WarehouseRow[],
  before: { readonly side: DiffSide; readonly values: readonly WarehouseRow[] },
  after: { readonly side: DiffSide; readonly values: readonly WarehouseRow[] },
): readonly RowDifference[] {
  const columns = [...new Set([...after.side.columns, ...before.side.columns])];
  const old = byRow(before);
  const fresh = byRow(after);
  return differing.map((row) => {
    const rowId = String(row["row_id"]);
    const key = rowKey(row);
    const change = row["change"] === "added" || row["change"] === "removed" ? row["change"] : "changed";
    const fields = columns
      .map((field) => ({ field, before: old.get(key)?.get(field) ?? "", after: fresh.get(key)?.get(field) ?? "" }))
      .filter((field) => field.before !== field.after);
    return { rowId, change, fields };
  });
}

function byRow({
  side,
  values,
}: {
  readonly side: DiffSide;
  readonly values: readonly WarehouseRow[];
}): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(values.map((row) => [rowKey(row), new Map(side.columns.map((column, at) => [column, String(row[`f${at + 1}`] ?? "")]))]));
}

function rowKey(row: WarehouseRow): string {
  return `${String(row["row_id"])}|${String(row["item"])}`;
}
