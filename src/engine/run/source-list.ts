import type { Sql } from "../../kernel/sql.ts";
import type { ColumnType } from "../source/source-columns.ts";
import { sourceColumn } from "../source/product-members.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { type ColumnsFile, type SearchedTexts, textsHolding } from "./product-list.ts";
import { inOrder, type RowOrder, sortKey } from "./run-list.ts";

/**
 * Pages of a shop's source rows. First all rows of the list are found and put in order (`place, ord`), then the values of some thousand
 * rows around the page are read at once: a scroll then asks for what is in memory, where each page would decode groups of rows anew.
 */

/** A value of the feed's own for a column of a row. */
export interface ComparedCell {
  readonly rowId: number;
  readonly column: string;
  readonly value: string;
}

/** `row_id, c1…` of the rows with any of these cells, in the order of the columns; NULL where a row has none. */
export function loadCells(columns: readonly string[], cells: readonly ComparedCell[]): Sql {
  const places = new Map(columns.map((column, at) => [column, `c${at + 1}`]));
  const rows = [...Map.groupBy(cells, ({ rowId }) => rowId)].map(([rowId, own]) => ({
    row_id: rowId,
    ...Object.fromEntries(own.flatMap(({ column, value }) => (places.has(column) ? [[places.get(column) ?? "", value]] : []))),
  }));
  const types = [{ row_id: "BIGINT", ...Object.fromEntries([...places.values()].map((place) => [place, "VARCHAR"])) }];
  return sql`SELECT unnest(from_json(${literal(JSON.stringify(rows))}, ${literal(JSON.stringify(types))}), recursive := true)`;
}

/** Cells of some columns, as a table that `loadCells` made. */
export interface CellsTable {
  readonly table: Sql;
  readonly columns: readonly string[];
}

/** `ord, row_id, product_id, s1…` of the snapshot, with the cells beside it. */
export function rowsWithCells({ file }: ColumnsFile, cells: CellsTable | null): Sql {
  const rows = sql`read_parquet(${literal(file)})`;
  if (cells === null) return sql`SELECT * FROM ${rows}`;
  const own = cells.columns.map((_, at) => sql`c.${name(`c${at + 1}`)}`);
  return sql`SELECT ${list([sql`s.*`, ...own])} FROM ${rows} s LEFT JOIN ${cells.table} c ON c.row_id = s.row_id`;
}

/** Which rows a list has, and in which order; null leaves a part out. */
export interface SourceListing {
  /** A query for the `ord` of rows that meet a condition. */
  readonly meeting: Sql | null;
  /** The texts that a search looks into, and rows it has found elsewhere. */
  readonly search: { readonly text: string; readonly texts: SearchedTexts; readonly alsoRows: readonly number[] } | null;
  /** Rows with a cell, and whether they are the ones listed. */
  readonly edited: { readonly rows: readonly number[]; readonly listed: boolean } | null;
  readonly sort: { readonly column: string; readonly type: ColumnType; readonly cells: CellsTable | null } | null;
  readonly direction: RowOrder["direction"];
}

/** `place, ord`: the rows of a list in its order. */
export function loadSourceList(source: ColumnsFile, { meeting, search, edited, sort, direction }: SourceListing): Sql {
  const among = (rows: readonly number[]): Sql => sql`row_id IN (${list([NO_ROW, ...rows].map(integer))})`;
  const conditions = [
    sql`true`,
    ...(meeting === null ? [] : [sql`ord IN (${meeting})`]),
    ...(search === null ? [] : [sql`(ord IN (${textsHolding(search.texts, search.text)}) OR ${among(search.alsoRows)})`]),
    ...(edited === null ? [] : [edited.listed ? among(edited.rows) : sql`NOT ${among(edited.rows)}`]),
  ];
  const rows = rowsWithCells(source, sort?.cells ?? null);
  return inOrder(
    sql`SELECT ord, ord AS tie, ${keyOf(source, sort)} AS key FROM (${rows}) WHERE ${join(conditions, sql` AND `)}`,
    direction,
  );
}

/** A list that is never empty is a list that SQL takes. */
const NO_ROW = -1;

/** Without a column it's the feed's order that has a direction. */
function keyOf({ columns }: ColumnsFile, sort: SourceListing["sort"]): Sql {
  if (sort === null) return name("ord");
  const own = sourceColumn(columns, sort.column);
  const cell = sort.cells?.columns.indexOf(sort.column) ?? -1;
  return sortKey(cell === -1 ? own : sql`coalesce(${name(`c${cell + 1}`)}, ${own})`, sort.type);
}

/** Rows at some places of a list. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** All rows in feed order, or those of a table `place, ord`. */
export type Listed = { readonly table: Sql } | { readonly total: number; readonly direction: RowOrder["direction"] };

interface ReadValues {
  readonly source: ColumnsFile;
  /** `ord, reason` of the feed's run. */
  readonly facts: Sql;
  /** Source columns to show. */
  readonly columns: readonly string[];
  /** Characters of a value. */
  readonly cut: number;
}

/**
 * `place, row_id, product_id, reason, shown, cut` of the rows in a window: `shown` is a JSON object of the values, `cut` the places of the columns
 * whose value is longer, counted from 0, with commas between. One text a row crosses to the service faster than each value by itself.
 */
export function loadSourceRows(listed: Listed, window: Window, values: ReadValues): Sql {
  const { source, facts } = values;
  const { from, to } = window;
  if ("table" in listed) {
    const placed = sql`SELECT place, ord FROM ${listed.table} WHERE place >= ${integer(from)} AND place < ${integer(to)}`;
    const among = sql`SELECT l.place, s.* FROM (${placed}) l JOIN read_parquet(${literal(source.file)}) s ON s.ord = l.ord`;
    return sql`SELECT s.*, f.reason FROM (${shownRows(values, among, name("place"))}) s LEFT JOIN ${facts} f ON f.ord = s.ord`;
  }
  const isUp = listed.direction === "asc";
  const [first, behind] = isUp ? [from, to] : [listed.total - to, listed.total - from];
  const place = isUp ? name("ord") : sql`${integer(listed.total - 1)} - ord`;
  const among = sql`SELECT * FROM read_parquet(${literal(source.file)}) WHERE ord >= ${integer(first)} AND ord < ${integer(behind)}`;
  return sql`SELECT s.*, f.reason FROM (${shownRows(values, among, place)}) s LEFT JOIN ${facts} f ON f.ord = s.ord`;
}

/** Adds `shown` and `cut` to rows of the snapshot. `place`: an expression over them. */
function shownRows({ source, columns, cut }: ReadValues, rows: Sql, place: Sql): Sql {
  const value = (at: number): Sql => name(`v${at + 1}`);
  // One more character than is shown, to see whether the value was cut. Counting characters is slow, so values with fewer bytes aren't counted.
  const read = columns.map(
    (column, at) => sql`left(coalesce(${sourceColumn(source.columns, column)}, ''), ${integer(cut + 1)}) AS ${value(at)}`,
  );
  const isLong = (at: number): Sql => sql`strlen(${value(at)}) > ${integer(cut)} AND length(${value(at)}) > ${integer(cut)}`;
  const shown = columns.map((column, at) => sql`${literal(column)}, left(${value(at)}, ${integer(cut)})`);
  const long = columns.map((_, at) => sql`CASE WHEN ${isLong(at)} THEN '${integer(at)}' END`);
  return sql`SELECT place, ord, row_id, product_id, CAST(json_object(${list(shown)}) AS VARCHAR) AS shown, concat_ws(',', ${list(long)}) AS cut
    FROM (SELECT ${list([sql`${place} AS place, ord, row_id, product_id`, ...read])} FROM (${rows}))`;
}

/** Rows at some places with the list's `total`, in no particular order. `rows`: a table of `loadSourceRows`. */
export function sourceRows(listed: Listed, rows: Sql, { from, to }: Window): Sql {
  const total = "table" in listed ? sql`(${countListed(listed.table)})` : integer(listed.total);
  return sql`SELECT ${total} AS total, place, row_id, shown, cut, reason FROM ${rows} WHERE place >= ${integer(from)} AND place < ${integer(to)}`;
}

/** `total`: how many rows a list has, which places past its end don't tell. */
export function countListed(table: Sql): Sql {
  return sql`SELECT count(*) AS total FROM ${table}`;
}
