import type { Sql } from "../../kernel/sql.ts";
import { literal, sql } from "./fragment.ts";

/**
 * Lines as they are: nothing in them is quoted or escaped. U+0001 is in no value of ours. Quotes that are forced are blank ones, and keep DuckDB
 * from looking at every character for one that asks for them: half of what writing a line costs.
 */
export const RAW_LINES = sql`QUOTE '', ESCAPE '', FORCE_QUOTE *, DELIMITER E'\\x01'`;

export interface HeadedFile {
  /** The first line, without its end. */
  readonly header: string;
  /** How many rows follow; it matters only whether there is one. */
  readonly rows: number;
  readonly select: Sql;
  readonly format: Sql;
  readonly file: string;
}

/**
 * Writes a text file of a header and rows. The header is a prefix, because a row of its own above the others keeps all but one
 * thread from writing. A prefix wants a suffix, the last line's end; where there are no rows the prefix has it already.
 */
export function writeHeaded({ header, rows, select, format, file }: HeadedFile): Sql {
  if (rows === 0) return sql`COPY (SELECT ${literal(header)}) TO ${literal(file)} (FORMAT csv, HEADER false, ${RAW_LINES})`;
  return sql`COPY (${select}) TO ${literal(file)} (FORMAT csv, HEADER false, ${format}, PREFIX ${literal(`${header}\n`)}, SUFFIX ${literal("\n")})`;
}
