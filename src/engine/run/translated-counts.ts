import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { literal, name, sql } from "../sql/fragment.ts";

/** A language's texts beside the rows of a snapshot, by position, and the source columns of `l1…`. */
export interface TranslatedRows {
  readonly file: string;
  readonly columns: readonly string[];
}

/** How many included rows have title and description in the language, one of them, or neither. */
export interface TranslatedCounts {
  readonly translated: number;
  readonly partly: number;
  readonly untranslated: number;
}

/** One row, `title_and_body, one, neither`, of the included rows of a run. A language's file has no blank texts, so nothing looks into them: that took a seventh of a run. */
export function countTranslated(rowsFile: string, { file, columns }: TranslatedRows): Sql {
  const said = (column: string): Sql => {
    const at = columns.indexOf(column);
    return at === -1 ? sql`0` : sql`CASE WHEN ${name(`l${at + 1}`)} IS NOT NULL THEN 1 ELSE 0 END`;
  };
  const texts = sql`SELECT file_row_number AS ord, ${said("title")} + ${said("body_html")} AS said FROM read_parquet(${literal(file)}, file_row_number = true)`;
  return sql`SELECT count(*) FILTER (WHERE said = 2) AS title_and_body, count(*) FILTER (WHERE said = 1) AS one, count(*) FILTER (WHERE said = 0) AS neither
    FROM (SELECT ord FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL) JOIN (${texts}) USING (ord)`;
}

export function readTranslated(row: WarehouseRow | undefined): TranslatedCounts {
  return { translated: Number(row?.["title_and_body"]), partly: Number(row?.["one"]), untranslated: Number(row?.["neither"]) };
}
