import type { Sql } from "../../kernel/sql.ts";
import type { ColumnType } from "../source/source-columns.ts";
import { sourceColumn } from "../source/product-members.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { type ColumnsFile, type SearchedTexts, textsHolding } from "./product-list.ts";
import { inOrder, type RowOrder, sortKey } from "./run-list.ts";

/**
 * Pages of a shop's source rows. First all rows of the list are found and put in order (`place, ord`), then the values of some of them are read. Callers
 * read some thousand around a page at once, because each statement decodes whole groups of rows.
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

/** Rows at some places of a list; `to` is exclusive. */
interface Places {
  readonly from: number;
  readonly to: number;
}

/** All rows in feed order, or those of a table `place, ord`. */
export type Listed = { readonly table: Sql } | { readonly total: number; readonly direction: RowOrder["direction"] };

interface ReadValues {
  readonly source: ColumnsFile;
  /** Bytes that no value of a source column is longer than, in their order; empty: unknown. */
  readonly longest: readonly number[];
  /** `ord, reason` of the feed's run. */
  readonly facts: Sql;
  /** Source columns to show. */
  readonly columns: readonly string[];
  /** Characters of a value. */
  readonly cut: number;
}

/**
 * `total, rows, lengths, places` of the rows at some places. `total`: rows of the list. `rows`: those at the places as UTF-8 JSON, with commas between, in the
 * order of `places`, which is mostly the list's: sorting them would take DuckDB almost half as long again. `lengths`: how many bytes each has. All are lists by commas, and
 * NULL where there is no row. A row is an object that begins with what `opening` says of its `row_id`, and has the values by column, the columns whose value is
 * cut, and why the row is excluded. Bytes of all rows together cross to the service much faster than those of thousands, or than single values, and are sent on
 * as they are.
 */
export function sourceRows(listed: Listed, places: Places, values: ReadValues & { readonly opening: (rowId: Sql) => Sql }): Sql {
  const total = "table" in listed ? sql`(SELECT count(*) FROM ${listed.table})` : integer(listed.total);
  const reason = sql`',"excluded":', reason IS NOT NULL, ',"excluded_reason":', coalesce(CAST(to_json(reason) AS VARCHAR), 'null')`;
  const row = sql`concat('{', ${values.opening(name("row_id"))}, ${shownMembers(values)}, ${reason}, '}')`;
  const joined = sql`SELECT string_agg(row, ',') AS rows, string_agg(CAST(strlen(row) AS VARCHAR), ',') AS lengths, string_agg(CAST(place AS VARCHAR), ',') AS places
    FROM (SELECT place, ${row} AS row FROM (${placedRows(listed, places, values)}))`;
  return sql`SELECT ${total} AS total, encode(rows) AS rows, lengths, places FROM (${joined})`;
}

/** `rows` of each row group of a snapshot's file, in its order. */
export function rowGroups(file: string): Sql {
  return sql`SELECT any_value(row_group_num_rows) AS rows FROM parquet_metadata(${literal(file)}) GROUP BY row_group_id ORDER BY row_group_id`;
}

/**
 * Rows of the snapshot, with their `place` and `reason`. Reasons are joined before anything is made of the rows: whichever side of a join DuckDB keeps in
 * memory, it's never the one with the rows' JSON.
 */
function placedRows(listed: Listed, { from, to }: Places, { source: { file }, facts }: Pick<ReadValues, "source" | "facts">): Sql {
  const source = sql`read_parquet(${literal(file)})`;
  if ("table" in listed) {
    const placed = sql`SELECT l.place, l.ord, f.reason FROM ${listed.table} l LEFT JOIN ${facts} f ON f.ord = l.ord
      WHERE l.place >= ${integer(from)} AND l.place < ${integer(to)}`;
    return sql`SELECT l.place, l.reason, s.* FROM (${placed}) l JOIN ${source} s ON s.ord = l.ord`;
  }
  const isUp = listed.direction === "asc";
  const [first, behind] = isUp ? [from, to] : [listed.total - to, listed.total - from];
  const place = isUp ? sql`s.ord` : sql`${integer(listed.total - 1)} - s.ord`;
  const among = (rows: Sql): Sql => sql`SELECT * FROM ${rows} WHERE ord >= ${integer(first)} AND ord < ${integer(behind)}`;
  return sql`SELECT ${place} AS place, f.reason, s.* FROM (${among(source)}) s LEFT JOIN (${among(facts)}) f ON f.ord = s.ord`;
}

/**
 * Each value becomes JSON by itself: of a column with a dictionary, DuckDB then writes each different value once. Planning takes as long as reading, so
 * nothing is asked of columns without a value, and only columns that have long values are cut.
 */
function shownMembers({ source, longest, columns, cut }: ReadValues): Sql {
  const long: Sql[] = [];
  const members = columns.map((column, at): Sql => {
    const key = JSON.stringify(column);
    const before = `${at === 0 ? "" : ","}${key}:`;
    const bytes = longestOf(source, longest, column);
    if (bytes === 0) return literal(`${before}""`);
    const value = sourceColumn(source.columns, column);
    if (bytes > cut) long.push(sql`CASE WHEN length(${value}) > ${integer(cut)} THEN ${literal(`,${key}`)} END`);
    const shown = bytes > cut ? sql`left(${value}, ${integer(cut)})` : value;
    return sql`${literal(before)}, coalesce(CAST(to_json(${shown}) AS VARCHAR), '""')`;
  });
  const cutColumns = long.length === 0 ? sql`''` : sql`concat(${list(long)})[2:]`;
  return sql`',"values":{', ${list(members)}, '},"cut":[', ${cutColumns}, ']'`;
}

function longestOf({ columns }: ColumnsFile, longest: ReadValues["longest"], column: string): number {
  const at = columns.indexOf(column);
  return at === -1 ? 0 : (longest[at] ?? Infinity);
}
