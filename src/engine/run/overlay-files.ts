import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { parquet, readInParts } from "../sql/parquet.ts";

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

export interface SourceRows {
  readonly source: string;
  /** How many columns it has, `s1…`. */
  readonly columns: number;
  readonly rowIds: readonly number[];
  readonly file: string;
}

/** Writes some rows of the snapshot, in its order and as its file has them: some columns after the others, put side by side by position. */
export function writeSourceRows({ source, columns, rowIds, file }: SourceRows): readonly Sql[] {
  const parts = readInParts(Array.from({ length: columns }, (_, at) => name(`s${at + 1}`)));
  const table = (nth: number): Sql => name(`source_rows_${nth + 1}`);
  const tables = parts.map((part, nth) => {
    const read = nth === 0 ? [name("ord"), name("row_id"), name("product_id"), ...part] : part;
    return sql`CREATE OR REPLACE TEMP TABLE ${table(nth)} AS SELECT ${list(read)} FROM read_parquet(${literal(source)})
      WHERE row_id IN (${list(rowIds.map(integer))}) ORDER BY ord`;
  });
  const joined = join(
    parts.map((_, nth) => table(nth)),
    sql` POSITIONAL JOIN `,
  );
  const drops = parts.map((_, nth) => sql`DROP TABLE ${table(nth)}`);
  return [...tables, sql`COPY (SELECT * FROM ${joined}) TO ${literal(file)} ${parquet()}`, ...drops];
}

/** Writes those rows of a file aligned to the snapshot that another one holds of it. */
export function writeAlignedRows(aligned: string, source: string, file: string): Sql {
  return sql`COPY (SELECT * EXCLUDE (file_row_number) FROM read_parquet(${literal(aligned)}, file_row_number = true)
    WHERE file_row_number IN (SELECT ord FROM read_parquet(${literal(source)})) ORDER BY file_row_number) TO ${literal(file)} ${parquet()}`;
}
