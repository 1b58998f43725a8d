import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";

/**
 * Rows with what the taxonomy says of their category: `category_path`, `category_depth`, `category_ids` (its own id and those above
 * it), `category_divided` (whether there are more precise ones), NULL where it's unknown. `taxonomy`: a relation `id, path, folded, depth, ids`; `folded` is the path in lower case. A join
 * loses the order of rows, so this is for checks alone.
 */
export function withCategories(rows: Sql, category: Sql, taxonomy: Sql): Sql {
  const above = sql`SELECT DISTINCT ids[-2] FROM (${taxonomy}) WHERE depth > 1`;
  const all = sql`SELECT *, id IN (${above}) AS divided FROM (${taxonomy})`;
  const parts = sql`path AS category_path, depth AS category_depth, ids AS category_ids, divided AS category_divided`;
  const known = sql`SELECT id AS category_key, ${parts} FROM (${all}) UNION ALL SELECT folded, ${parts} FROM (${all})`;
  return sql`SELECT rows.*, category_path, category_depth, category_ids, category_divided
    FROM (SELECT *, lower(trim(${category})) AS row_category FROM (${rows})) rows LEFT JOIN (${known}) known ON known.category_key = rows.row_category`;
}
