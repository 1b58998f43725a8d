import type { Sql } from "../../kernel/sql.ts";
import { join, list, literal, name, sql } from "../sql/fragment.ts";
import { RAW_LINES, writeHeaded } from "../sql/headed-file.ts";
import { parquet, searchText } from "../sql/parquet.ts";

/** Columns of an output by their place among `f1…`. */
export function outputColumn(columns: readonly string[], column: string): Sql {
  const at = columns.indexOf(column);
  return at === -1 ? sql`''` : name(`f${at + 1}`);
}

const places = (columns: readonly string[]): readonly Sql[] => columns.map((_, at) => name(`f${at + 1}`));

/** What a run's files hold: the output's columns, and whether rows were split, which makes `item` one of the columns. */
export interface RowsShape {
  readonly columns: readonly string[];
  readonly split: boolean;
}

const keys = ({ split }: RowsShape): Sql => (split ? sql`ord, row_id, item, product_id` : sql`ord, row_id, product_id`);

/** Writes `rows.parquet`: every row, excluded ones too. This object is the run. */
export function writeRows(rows: Sql, shape: RowsShape, file: string): Sql {
  return sql`COPY (SELECT ${list([keys(shape), sql`reason`, ...places(shape.columns)])} FROM (${rows})) TO ${literal(file)} ${parquet()}`;
}

/**
 * Writes `index.parquet`, what lists and diffs hold in memory: order, ids, whether the row is excluded, the published id, a
 * hash of all output values (for comparing runs of one DuckDB version), and the folded text a search looks into.
 */
export function writeRunIndex(rowsFile: string, shape: RowsShape, file: string): Sql {
  const values = places(shape.columns);
  return sql`COPY (SELECT ${keys(shape)}, reason IS NOT NULL AS excluded, ${outputColumn(shape.columns, "id")} AS published_id,
    hash(${list(values)}) AS row_hash, ${searchText(values)} AS search
    FROM read_parquet(${literal(rowsFile)})) TO ${literal(file)} ${parquet()}`;
}

/**
 * Writes the canonical file as Google reads it (contract, section 7): a header, then one line per included row, tab-delimited;
 * a value with a double quote is quoted, no other is. The values are clean lines already, so a row is one line by construction.
 * `included`: how many rows there are of those.
 */
export function writeCanonical(rowsFile: string, columns: readonly string[], included: number, file: string): Sql {
  const values = places(columns);
  const plain = sql`concat_ws(chr(9), ${list(values)})`;
  const quoted = join(
    values.map((value) => sql`CASE WHEN contains(${value}, '"') THEN '"' || replace(${value}, '"', '""') || '"' ELSE ${value} END`),
    sql` || chr(9) || `,
  );
  // One look at the whole line tells whether any value needs quoting; almost none does.
  const line = sql`CASE WHEN contains(${plain}, '"') THEN ${quoted} ELSE ${plain} END`;
  const select = sql`SELECT ${line} FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL`;
  return writeHeaded({ header: columns.map(quotedValue).join("\t"), rows: included, select, format: RAW_LINES, file });
}

function quotedValue(value: string): string {
  return value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
}
