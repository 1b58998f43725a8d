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
  /** `ord, reason` of the feed's run. */
  readonly facts: Sql;
  /** Source columns to show. */
  readonly columns: readonly string[];
  /** Characters of a value. */
  readonly cut: number;
}

/**
 * `total, page, rows` of the pages at some places, in no particular order. `total`: of the list. `page`: counted from 0 at the first place. `rows`: its rows as
 * JSON arrays with commas between, also in no order: the place, the row's id, its values in the order of the columns, and why the row is excluded. A value has
 * one character more than is shown, if it's longer. One text a page crosses to the service much faster than each value by itself.
 */
export function sourcePages(listed: Listed, places: Places & { readonly perPage: number }, values: ReadValues): Sql {
  const total = "table" in listed ? sql`(${countListed(listed.table)})` : integer(listed.total);
  const row = sql`concat('[', s.place, ',', s.row_id, ',', s.texts, ',', coalesce(CAST(to_json(f.reason) AS VARCHAR), 'null'), ']')`;
  return sql`SELECT ${total} AS total, page, string_agg(text, ',') AS rows FROM (
    SELECT (s.place - ${integer(places.from)}) // ${integer(places.perPage)} AS page, ${row} AS text
    FROM (${placedRows(listed, places, values)}) s LEFT JOIN ${values.facts} f ON f.ord = s.ord) GROUP BY page`;
}

/** What `sourcePages` says of a row. */
export type SourceLine = readonly [place: number, rowId: number, texts: readonly string[], reason: string | null];

function placedRows(listed: Listed, { from, to }: Places, values: ReadValues): Sql {
  const source = sql`read_parquet(${literal(values.source.file)})`;
  if ("table" in listed) {
    const placed = sql`SELECT place, ord FROM ${listed.table} WHERE place >= ${integer(from)} AND place < ${integer(to)}`;
    return shownRows(values, sql`SELECT l.place, s.* FROM (${placed}) l JOIN ${source} s ON s.ord = l.ord`, name("place"));
  }
  const isUp = listed.direction === "asc";
  const [first, behind] = isUp ? [from, to] : [listed.total - to, listed.total - from];
  const place = isUp ? name("ord") : sql`${integer(listed.total - 1)} - ord`;
  return shownRows(values, sql`SELECT * FROM ${source} WHERE ord >= ${integer(first)} AND ord < ${integer(behind)}`, place);
}

/** `texts`: the values of rows of the snapshot. `place`: an expression over the rows. */
function shownRows({ source, columns, cut }: ReadValues, rows: Sql, place: Sql): Sql {
  const texts = columns.map((column) => sql`left(coalesce(${sourceColumn(source.columns, column)}, ''), ${integer(cut + 1)})`);
  return sql`SELECT ${place} AS place, ord, row_id, CAST(to_json([${list(texts)}]) AS VARCHAR) AS texts FROM (${rows})`;
}

/** `total`: how many rows a list has, which places past its end don't tell. */
export function countListed(table: Sql): Sql {
  return sql`SELECT count(*) AS total FROM ${table}`;
}
