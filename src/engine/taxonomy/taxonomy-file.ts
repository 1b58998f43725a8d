import type { Sql } from "../../kernel/sql.ts";
import { join, literal, sql } from "../sql/fragment.ts";
import type { CategoryIndex } from "./category-index.ts";
import { categoryKey } from "./category-key.ts";

/** Google's categories as a local file that DuckDB reads, and the relations in it. */

/** The file's text: a line for each category with its id, its path, the path as `categoryKey` folds it, and the ids from the root down to itself. */
export function taxonomyLines({ categories }: CategoryIndex): string {
  return categories.map(({ id, path, ancestors }) => `${id}\t${path}\t${categoryKey(path)}\t${[...ancestors, id].join(",")}\n`).join("");
}

/**
 * One row a category: `id`, `path` as Google writes it, `path_folded`, `depth` (INTEGER, 1 for a root) and
 * `lineage` (VARCHAR[]), the ids from the root down to the category itself.
 */
export function readTaxonomy(file: string): Sql {
  const lines = readTabs(file, ["id", "path", "path_folded", "lineage"]);
  const rows = sql`SELECT id, path, path_folded, string_split(lineage, ',') AS lineage FROM ${lines}`;
  return sql`(SELECT id, path, path_folded, CAST(len(lineage) AS INTEGER) AS depth, lineage FROM (${rows}))`;
}

/** The same rows, each twice: `key` is the id, and the folded path. Joined where `key` equals `categoryKeySql` of a value. */
export function taxonomyByKey(file: string): Sql {
  const read = readTaxonomy(file);
  return sql`(SELECT id AS key, * FROM ${read} UNION ALL SELECT path_folded AS key, * FROM ${read})`;
}

/** Lines of our own parted by tabs: nothing in them is quoted. */
export function readTabs(file: string, columns: readonly string[]): Sql {
  const types = join(columns.map((column) => sql`${literal(column)}: 'VARCHAR'`), sql`, `); // prettier-ignore
  return sql`read_csv(${literal(file)}, delim = '\t', quote = '', escape = '', header = false, auto_detect = false, columns = {${types}})`;
}
