import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { outputColumn } from "./run-files.ts";
import { holds } from "./run-list.ts";

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

export type RowChange = "added" | "removed" | "changed";

/** Which of the rows that differ are asked for. */
export interface DiffFilter {
  readonly change?: RowChange | undefined;
  /** Column whose value differs. */
  readonly field?: string | undefined;
  /** Text that the row has in the file of either run. */
  readonly search?: string | undefined;
}

export interface RowDifference {
  readonly rowId: string;
  readonly item: string;
  readonly change: RowChange;
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
  options: { readonly sameEngine: boolean; readonly limit: number; readonly offset: number; readonly filter?: DiffFilter },
): Sql {
  return sql`SELECT CAST(row_id AS VARCHAR) AS row_id, item, count(*) OVER () AS total, change
    FROM (${allDifferingRows(before, after, options.sameEngine)}) d ${wanted(before, after, options.filter ?? {})}
    ORDER BY place NULLS LAST, place_before LIMIT ${integer(options.limit)} OFFSET ${integer(options.offset)}`;
}

/** `row_id, item, change, place, place_before`: every row that differs; the places are those in the later and in the earlier run. */
export function allDifferingRows(before: DiffSide, after: DiffSide, sameEngine: boolean): Sql {
  const side = hashedSides(before, after, sameEngine);
  return sql`SELECT coalesce(a.row_id, b.row_id) AS row_id, coalesce(a.item, b.item) AS item, a.ord AS place, b.ord AS place_before,
      CASE WHEN b.row_id IS NULL THEN 'added' WHEN a.row_id IS NULL THEN 'removed' ELSE 'changed' END AS change
    FROM ${side(before)} b FULL JOIN ${side(after)} a ON a.row_id = b.row_id AND a.item = b.item
    WHERE b.row_id IS NULL OR a.row_id IS NULL OR a.row_hash <> b.row_hash`;
}

function wanted(before: DiffSide, after: DiffSide, { change, field, search }: DiffFilter): Sql {
  const conditions = [
    sql`true`,
    ...(change === undefined ? [] : [sql`change = ${literal(change)}`]),
    ...(field === undefined ? [] : [sql`EXISTS (${differingIn(before, after, field)})`]),
    ...(search === undefined ? [] : [sql`row_id IN (${found(before, search)} UNION ALL ${found(after, search)})`]),
  ];
  return sql`WHERE ${join(conditions, sql` AND `)}`;
}

/** Of a row that one side doesn't have, each value that isn't blank differs. */
function differingIn(before: DiffSide, after: DiffSide, field: string): Sql {
  const side = (of: DiffSide): Sql =>
    sql`(SELECT row_id, ${itemOf(of)}, ${outputColumn(of.columns, field)} AS value FROM read_parquet(${literal(of.rows)}) WHERE reason IS NULL AND ${has(of)})`;
  return sql`SELECT 1 FROM (SELECT coalesce(x.row_id, y.row_id) AS of_row, coalesce(x.item, y.item) AS of_item
      FROM ${side(before)} x FULL JOIN ${side(after)} y ON x.row_id = y.row_id AND x.item = y.item
      WHERE coalesce(x.value, '') <> coalesce(y.value, '')) WHERE of_row = d.row_id AND of_item = d.item`;
}

function found(side: DiffSide, search: string): Sql {
  return sql`SELECT row_id FROM read_parquet(${literal(side.index)}) WHERE NOT excluded AND ${has(side)} AND ${holds(name("search"), search)}`;
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

export function itemOf({ split }: DiffSide): Sql {
  return split ? sql`item` : sql`1 AS item`;
}

function hashedByIndex(side: DiffSide): Sql {
  return sql`(SELECT ord, row_id, ${itemOf(side)}, row_hash FROM read_parquet(${literal(side.index)}) WHERE NOT excluded AND ${has(side)})`;
}

function hashedByRows(side: DiffSide, columns: readonly string[]): Sql {
  const values = list(columns.map((column) => outputColumn(side.columns, column)));
  return sql`(SELECT ord, row_id, ${itemOf(side)}, hash(${values}) AS row_hash FROM read_parquet(${literal(side.rows)}) WHERE reason IS NULL AND ${has(side)})`;
}

export function has({ none }: DiffSide): Sql {
  return none === undefined ? sql`true` : sql`false`;
}

/** How many rows differ, for a page past the end. */
export function countDifferingRows(before: DiffSide, after: DiffSide, sameEngine: boolean, filter: DiffFilter = {}): Sql {
  return sql`SELECT count(*) AS total FROM (${differingRows(before, after, { sameEngine, limit: Number.MAX_SAFE_INTEGER, offset: 0, filter })})`;
}

/** The output values of some rows of one run: `row_id, item, f1…`. */
export function outputValues(side: DiffSide, rowIds: readonly string[]): Sql {
  const { rows, columns } = side;
  const ids = list(rowIds.map((id) => integer(Number(id))));
  return sql`SELECT CAST(row_id AS VARCHAR) AS row_id, ${itemOf(side)}, ${list(columns.map((_, at) => name(`f${at + 1}`)))} FROM read_parquet(${literal(rows)}) WHERE row_id IN (${ids}) AND reason IS NULL AND ${has(side)}`;
}

/** `row_id, item, product_id, reason, title` of some rows of one run, excluded ones too: the place of a row that is left out is its first. */
export function rowFacts(side: DiffSide, rowIds: readonly string[]): Sql {
  const ids = list(rowIds.map((id) => integer(Number(id))));
  return sql`SELECT CAST(row_id AS VARCHAR) AS row_id, ${itemOf(side)}, CAST(product_id AS VARCHAR) AS product_id, reason,
      ${outputColumn(side.columns, "title")} AS title FROM read_parquet(${literal(side.rows)}) WHERE row_id IN (${ids}) AND ${has(side)} ORDER BY ord`;
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
    return { rowId, item: String(row["item"]), change, fields };
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
