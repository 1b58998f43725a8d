import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";

/** One value of one row, as overlays are stored: the column by its place among the overlay's columns, from 1. */
export interface OverlayValue {
  readonly row_id: number;
  readonly column: number;
  readonly value: string;
}

/** The file of overlay values a worker writes (newline-delimited JSON of `OverlayValue`). */
function overlayValues(file: string): Sql {
  return sql`read_json(${literal(file)}, format = 'newline_delimited', columns = {'row_id': 'BIGINT', 'column': 'INTEGER', 'value': 'VARCHAR'})`;
}

/**
 * Writes an overlay aligned to the snapshot's `ord`: one row per source row, NULL where it has no value. A narrow query of its
 * own, sorted, because a join inside the chain would lose the order of the rows.
 */
export function writeOverlay(options: {
  readonly source: string;
  readonly values: string;
  readonly letter: "c" | "o" | "l";
  readonly columns: number;
  readonly file: string;
}): Sql {
  const pivot = Array.from(
    { length: options.columns },
    (_, at) => sql`max(value) FILTER (WHERE "column" = ${integer(at + 1)}) AS ${name(`${options.letter}${at + 1}`)}`,
  );
  const wanted = Array.from({ length: options.columns }, (_, at) => sql`w.${name(`${options.letter}${at + 1}`)}`);
  return sql`COPY (SELECT ${list(wanted)} FROM (SELECT ord, row_id FROM read_parquet(${literal(options.source)})) s
    LEFT JOIN (SELECT row_id, ${list(pivot)} FROM ${overlayValues(options.values)} GROUP BY row_id) w USING (row_id) ORDER BY s.ord) TO ${literal(options.file)} ${parquet()}`;
}

/** Writes some rows of the snapshot, in its order and as its file has them. */
export function writeSourceRows(source: string, rowIds: readonly number[], file: string): Sql {
  return sql`COPY (SELECT * FROM read_parquet(${literal(source)}) WHERE row_id IN (${list(rowIds.map(integer))}) ORDER BY ord) TO ${literal(file)} ${parquet()}`;
}

/** Writes those rows of a file aligned to the snapshot that another one holds of it. */
export function writeAlignedRows(aligned: string, source: string, file: string): Sql {
  return sql`COPY (SELECT * EXCLUDE (file_row_number) FROM read_parquet(${literal(aligned)}, file_row_number = true)
    WHERE file_row_number IN (SELECT ord FROM read_parquet(${literal(source)})) ORDER BY file_row_number) TO ${literal(file)} ${parquet()}`;
}
