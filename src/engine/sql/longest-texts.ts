import type { Sql } from "../../kernel/sql.ts";
import { sql } from "./fragment.ts";

/** Aggregates, each called like its column: bytes of the longest text there, 0 if all are blank. */
export function longestTexts(columns: readonly Sql[]): readonly Sql[] {
  return columns.map((column) => sql`coalesce(max(strlen(${column})), 0) AS ${column}`);
}
