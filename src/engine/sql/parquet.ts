import type { Sql } from "../../kernel/sql.ts";
import { integer, list, sql } from "./fragment.ts";

/**
 * Rows a row group holds. Small groups make one page of a list cheap to fetch (a group is what a reader decodes at least);
 * below this the footers outweigh the gain.
 */
const ROW_GROUP_ROWS = 4_096;

/** Files of the work in between: read once, whole and soon. The groups bound what a writer buffers per thread. */
export function passingParquet(): Sql {
  return sql`(FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE ${integer(ROW_GROUP_ROWS)})`;
}

export function parquet(): Sql {
  return sql`(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${integer(ROW_GROUP_ROWS)})`;
}

/** The folded text a search looks into. Values are parted by U+001F, which no query can contain, so none matches across two. */
export function searchText(columns: readonly Sql[]): Sql {
  return sql`lower(concat_ws(chr(31), ${list(columns)}))`;
}
