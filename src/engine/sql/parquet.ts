import type { Sql } from "../../kernel/sql.ts";
import { integer, list, sql } from "./fragment.ts";

/**
 * Rows a row group holds. Small groups make one page of a list cheap to fetch (a group is what a reader decodes at least);
 * below this the footers outweigh the gain.
 */
export const ROW_GROUP_ROWS = 4_096;

/**
 * Different values of a column in a row group up to which it's kept as a dictionary, and the bytes they may have. DuckDB computes what depends on such a
 * column alone once for each of them. By itself it stops at a fifth of the rows, just below what the variants of a product share.
 */
const DICTIONARY_VALUES = ROW_GROUP_ROWS / 2;
const DICTIONARY_BYTES = 4 * 2 ** 20;

/** Each column's dictionary takes memory while a group is written, so wider files have smaller ones. */
const DICTIONARY_COLUMNS_MAX = 200;

/**
 * What the dictionaries of a wide file may take together, in each thread. DuckDB reserves a dictionary's limit, a MiB by default, for every column whose values
 * repeat: for 1,000 of them that's more than the default memory.
 */
const WIDE_DICTIONARIES_BYTES = 100 * 2 ** 20;

function groups(columns: number): Sql {
  const size = sql`ROW_GROUP_SIZE ${integer(ROW_GROUP_ROWS)}`;
  if (columns === Infinity) return size;
  if (columns > DICTIONARY_COLUMNS_MAX) {
    return sql`${size}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${integer(Math.floor(WIDE_DICTIONARIES_BYTES / columns))}`;
  }
  return sql`${size}, DICTIONARY_SIZE_LIMIT ${integer(DICTIONARY_VALUES)}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${integer(DICTIONARY_BYTES)}`;
}

/**
 * Columns of one file that a statement reads, where it could read any number of them. A reader takes some 128 KiB a column and thread,
 * whatever the file's size, and the smallest processes have 192 MiB.
 */
const COLUMNS_AT_ONCE = 100;

/** Columns parted so that each part can be read by one statement. */
export function readInParts<T>(columns: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(columns.length / COLUMNS_AT_ONCE) }, (_, nth) =>
    columns.slice(nth * COLUMNS_AT_ONCE, (nth + 1) * COLUMNS_AT_ONCE),
  );
}

/**
 * Files of the work in between: read once, whole and soon. The groups bound what a writer buffers per thread. `columns`: how many, where what is
 * asked of the file asks much of single columns.
 */
export function passingParquet(columns = Infinity): Sql {
  return sql`(FORMAT parquet, COMPRESSION lz4, ${groups(columns)})`;
}

/** `columns`: as of `passingParquet`. */
export function parquet(columns = Infinity): Sql {
  return sql`(FORMAT parquet, COMPRESSION zstd, ${groups(columns)})`;
}

/** `columns` of `parquet` and `passingParquet` for a file with all columns of a catalog: unless it's wide, DuckDB's own limits do. */
export function ofCatalog(columns: number): number {
  return columns > DICTIONARY_COLUMNS_MAX ? columns : Infinity;
}

/** A file that takes the place of one row group of such a file. */
export function parquetOfOneGroup(): Sql {
  return sql`(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${integer(2 * ROW_GROUP_ROWS)})`;
}

/** The folded text a search looks into. Values are parted by U+001F, which no query can contain, so none matches across two. */
export function searchText(columns: readonly Sql[]): Sql {
  return sql`lower(concat_ws(chr(31), ${list(columns)}))`;
}
