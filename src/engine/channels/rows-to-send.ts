import type { Sql } from "../../kernel/sql.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { longestTexts } from "../sql/longest-texts.ts";
import { passingParquet } from "../sql/parquet.ts";

/** Place of a row in its file: the one thing that tells rows apart, split ones too. */
const AT = sql`file_row_number`;
const NUMBERED = sql`file_row_number = true`;
const OMITTED = name("omitted");

/** `f1…`: bytes of the longest value there in the rows that aren't excluded, 0 if all are blank. One look at the rows serves all channels. */
export function longestValues(rowsFile: string, columns: readonly string[]): Sql {
  const longest = longestTexts(columns.map((_, at) => name(`f${at + 1}`)));
  return sql`SELECT ${list([sql`count(*) AS rows`, ...longest])} FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL`;
}

/**
 * Writes what a pack wants to know of all rows (`aside_<name>`), one row for each of `rows.parquet` and in its order, so that it's
 * attached by position: windows and joins lose the order. Excluded rows are in no window and have no value.
 */
export function writeChannelAsides(rowsFile: string, asides: Readonly<Record<string, Sql>>, file: string): Sql {
  const values = entriesOf(asides).map(([called, value]) => sql`${value} AS ${name(`aside_${called}`)}`);
  const included = sql`SELECT ${list([AT, ...values])} FROM read_parquet(${literal(rowsFile)}, ${NUMBERED}) WHERE reason IS NULL`;
  const wanted = Object.keys(asides).map((called) => sql`a.${name(`aside_${called}`)}`);
  return sql`COPY (SELECT ${list(wanted)} FROM (${places(rowsFile)}) b LEFT JOIN (${included}) a USING (${AT}) ORDER BY b.${AT})
    TO ${literal(file)} ${passingParquet()}`;
}

export interface OmittedRows {
  readonly rowsFile: string;
  readonly split: boolean;
  /** `ord` (and `item` where rows are split) and `nth` of every row that a check found. */
  readonly findingsFile: string;
  /** The checks whose rows are left out. */
  readonly nths: readonly number[];
  readonly file: string;
}

/** Writes which rows some checks have found, aligned as `writeChannelAsides` is. */
export function writeOmitted({ rowsFile, split, findingsFile, nths, file }: OmittedRows): Sql {
  const key = split ? sql`ord, item` : sql`ord`;
  const found = sql`SELECT DISTINCT ${key}, true AS ${OMITTED} FROM read_parquet(${literal(findingsFile)})
    WHERE nth IN (${list([-1, ...nths].map(integer))})`;
  const rows = sql`SELECT ${AT}, ${key} FROM read_parquet(${literal(rowsFile)}, ${NUMBERED})`;
  return sql`COPY (SELECT coalesce(o.${OMITTED}, false) AS ${OMITTED} FROM (${rows}) b LEFT JOIN (${found}) o USING (${key}) ORDER BY b.${AT})
    TO ${literal(file)} ${passingParquet()}`;
}

function places(rowsFile: string): Sql {
  return sql`SELECT ${AT} FROM read_parquet(${literal(rowsFile)}, ${NUMBERED})`;
}

export interface RowFiles {
  readonly rows: string;
  /** Of `writeChannelAsides`; null: the pack wants none. */
  readonly asides: string | null;
}

/** Rows of a run by their places in `rows.parquet`. */
export interface RowRange {
  readonly from: number;
  /** The first behind them; not set: all the others. */
  readonly to?: number;
}

/** The rows a channel's file has, in feed order. `omitted`: of `writeOmitted`; null: every included row is sent. */
export function rowsToSend({ rows, asides }: RowFiles, omitted: string | null, range?: RowRange): Sql {
  const files = [rows, ...[asides, omitted].filter((file) => file !== null)];
  const kept = omitted === null ? sql`` : sql` AND NOT ${OMITTED}`;
  return sql`SELECT * FROM ${beside(files, range)} WHERE reason IS NULL${kept}`;
}

/** `rows`: how many there are, excluded ones too. The file's footer says it. */
export function countRows(rowsFile: string): Sql {
  return sql`SELECT count(*) AS rows FROM read_parquet(${literal(rowsFile)})`;
}

/** `rows`: how many of a range are sent. */
export function countSent(rowsFile: string, omitted: string | null, range: RowRange): Sql {
  return sql`SELECT count(*) AS rows FROM (${rowsToSend({ rows: rowsFile, asides: null }, omitted, range)})`;
}

export interface AskedCells {
  readonly values: readonly Sql[];
  readonly split: boolean;
  /** Of `writeOmitted`; null: no row is left out. */
  readonly omitted: string | null;
  readonly rowIds: readonly number[];
}

/** `row_id, item, c1…`: values of some of the rows that are sent. */
export function renderedCells(files: RowFiles, { values, split, omitted, rowIds }: AskedCells): Sql {
  const item = split ? sql`item` : sql`1 AS item`;
  const cells = values.map((value, at) => sql`CAST(${value} AS VARCHAR) AS ${name(`c${at + 1}`)}`);
  return sql`SELECT ${list([sql`CAST(row_id AS VARCHAR) AS row_id`, item, ...cells])}
    FROM (${rowsToSend(files, omitted)}) WHERE row_id IN (${list(rowIds.map(integer))})`;
}

/** How many of the included rows are left out. */
export function countOmitted(rowsFile: string, omitted: string): Sql {
  return sql`SELECT count(*) AS omitted FROM ${beside([rowsFile, omitted])} WHERE reason IS NULL AND ${OMITTED}`;
}

function beside(files: readonly string[], range?: RowRange): Sql {
  const rowsOf = (file: string): Sql => {
    const rows = sql`read_parquet(${literal(file)})`;
    return range === undefined ? rows : sql`(SELECT * FROM ${rows} WHERE ${within(range)})`;
  };
  return join(files.map(rowsOf), sql` POSITIONAL JOIN `);
}

function within({ from, to }: RowRange): Sql {
  const until = to === undefined ? sql`` : sql` AND ${AT} < ${integer(to)}`;
  return sql`${AT} >= ${integer(from)}${until}`;
}
