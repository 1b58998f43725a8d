import { z } from "zod";
import type { Sql } from "../../kernel/sql.ts";
import { CARRIED_COLUMNS } from "../channels/row-values.ts";
import { splits } from "../plan/chain-query.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { RAW_LINES, writeHeaded } from "../sql/headed-file.ts";
import { jsonLine, lineBytes } from "../sql/line-file.ts";
import { parquet, searchText } from "../sql/parquet.ts";

/** Below a run's prefix: its rows, excluded ones too. */
export const ROWS_FILE = "rows.parquet";

const ExcludedLine = z.tuple([z.string()], z.string());

/** Columns of an output by their place among `f1…`. */
export function outputColumn(columns: readonly string[], column: string): Sql {
  const at = columns.indexOf(column);
  return at === -1 ? sql`''` : name(`f${at + 1}`);
}

const places = (columns: readonly string[]): readonly Sql[] => columns.map((_, at) => name(`f${at + 1}`));

/** What a run's files hold. */
export interface RowsShape {
  /** Of the canonical file. */
  readonly columns: readonly string[];
  /** Channel attributes, which have their places behind the columns; none unless said. */
  readonly attributes?: readonly string[];
  /** Source columns that are carried along as `its_…`; none unless said. */
  readonly carried?: readonly string[];
  /** Whether rows were split, which makes `item` one of the columns. */
  readonly split: boolean;
  /** Whether rows say which rule excluded them, as `excluded_by`; not unless said. */
  readonly causes?: boolean;
}

/** What a run of a plan holds. */
export function shapeOf(plan: FeedPlan): RowsShape {
  const attributes = new Set(plan.attributes);
  return {
    columns: plan.output.filter((column) => !attributes.has(column)),
    attributes: plan.attributes,
    carried: CARRIED_COLUMNS,
    split: splits(plan),
    causes: true,
  };
}

/** Everything that `f1…` are. */
export function valueNames({ columns, attributes = [] }: RowsShape): readonly string[] {
  return [...columns, ...attributes];
}

const keys = ({ split }: RowsShape): Sql => (split ? sql`ord, row_id, item, product_id` : sql`ord, row_id, product_id`);

/** Writes `rows.parquet`: every row, excluded ones too. This object is the run. */
export function writeRows(rows: Sql, shape: RowsShape, file: string): Sql {
  return sql`COPY (${shapedRows(rows, shape)}) TO ${literal(file)} ${parquet(valueNames(shape).length)}`;
}

/** `rows.parquet` in its columns. */
export function shapedRows(rows: Sql, shape: RowsShape): Sql {
  const carried = (shape.carried ?? []).map((column) => name(`its_${column}`));
  return sql`SELECT ${list([keys(shape), name("reason"), ...(shape.causes === true ? [name("excluded_by")] : []), ...places(valueNames(shape)), ...carried])} FROM (${rows})`;
}

/**
 * Writes `index.parquet`, what lists and diffs hold in memory: order, ids, whether the row is excluded, the published id, a
 * hash of all values with the channel attributes (for comparing runs of one DuckDB version), the folded text of the file's columns, and the length of
 * the row's line in the canonical file, or in that of excluded rows.
 */
export function writeRunIndex(rowsFile: string, shape: RowsShape, file: string): Sql {
  const values = places(shape.columns);
  const bytes = sql`CASE WHEN reason IS NULL THEN ${canonicalBytes(values, name("search"))} ELSE ${lineBytes(excludedLine(values))} END`;
  return sql`COPY (SELECT ${keys(shape)}, reason IS NOT NULL AS excluded, ${outputColumn(shape.columns, "id")} AS published_id,
    hash(${list(places(valueNames(shape)))}) AS row_hash, search, ${bytes} AS line_bytes
    FROM (SELECT *, ${searchText(values)} AS search FROM read_parquet(${literal(rowsFile)}))) TO ${literal(file)} ${parquet()}`;
}

/**
 * Writes the canonical file as Google reads it: a header, then one line per included row, tab-delimited;
 * a value with a double quote is quoted, no other is. The values are clean lines already, so a row is one line by construction.
 * `included`: how many rows there are of those.
 */
export function writeCanonical(rowsFile: string, columns: readonly string[], included: number, file: string): Sql {
  const values = places(columns);
  const plain = sql`concat_ws(chr(9), ${list(values)})`;
  const quoted = join(
    values.map((value) => sql`CASE WHEN ${hasQuote(value)} THEN '"' || replace(${value}, '"', '""') || '"' ELSE ${value} END`),
    sql` || chr(9) || `,
  );
  // One look at the whole line tells whether any value needs quoting; almost none does. Made within the CASE it would be made twice.
  const line = sql`CASE WHEN ${hasQuote(name("line"))} THEN ${quoted} ELSE ${name("line")} END`;
  const select = sql`SELECT ${line} FROM (SELECT *, ${plain} AS line FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL)`;
  return writeHeaded({ header: canonicalHeader(columns), rows: included, select, format: RAW_LINES, file });
}

/** The first line of a canonical file, without its end. */
export function canonicalHeader(columns: readonly string[]): string {
  return columns.map(quotedValue).join("\t");
}

/** A row by its line. */
export interface RunLine {
  /** Why it was left out; null: it was not. */
  readonly reason: string | null;
  /** In the order of the run's columns. */
  readonly values: readonly string[];
}

/** A line of a canonical file, given without its end. */
export function readCanonicalLine(line: string): RunLine {
  const values = line.split("\t").map((value) => (value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value));
  return { reason: null, values };
}

function quotedValue(value: string): string {
  return value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
}

const hasQuote = (text: Sql): Sql => sql`contains(${text}, '"')`;

/** Length of a row's line in the canonical file, with its end, without making the line. `all`: a text that has every character of the values but their case. */
function canonicalBytes(values: readonly Sql[], all: Sql): Sql {
  const plain = sql`${join(
    values.map((value) => sql`strlen(${value})`),
    sql` + `,
  )} + ${integer(values.length)}`;
  const quotes = join(
    values.map((value) => sql`CASE WHEN ${hasQuote(value)} THEN 2 + strlen(${value}) - strlen(replace(${value}, '"', '')) ELSE 0 END`),
    sql` + `,
  );
  return sql`CAST(${plain} + CASE WHEN ${hasQuote(all)} THEN ${quotes} ELSE 0 END AS INTEGER)`;
}

/** Writes `excluded.txt`, one line a row that is left out, in feed order: the reason and the values. With the canonical file it holds every row once. */
export function writeExcluded(rowsFile: string, columns: readonly string[], file: string): Sql {
  return sql`COPY (SELECT ${excludedLine(places(columns))} FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NOT NULL)
    TO ${literal(file)} (FORMAT csv, HEADER false, ${RAW_LINES})`;
}

function excludedLine(values: readonly Sql[]): Sql {
  return jsonLine([name("reason"), ...values]);
}

/** A line of `excluded.txt`, given without its end. */
export function readExcludedLine(line: string): RunLine {
  const [reason, ...values] = ExcludedLine.parse(JSON.parse(line));
  return { reason, values };
}

/** `included, excluded`: bytes of the lines of both files as the index counts them. */
export function runLineBytes(index: string): Sql {
  const bytes = (condition: Sql): Sql => sql`CAST(coalesce(sum(line_bytes) FILTER (WHERE ${condition}), 0) AS BIGINT)`;
  return sql`SELECT ${bytes(sql`NOT excluded`)} AS included, ${bytes(name("excluded"))} AS excluded FROM read_parquet(${literal(index)})`;
}
