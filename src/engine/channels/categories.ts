import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";

/**
 * Rows with what the taxonomy says of their category: `category_path`, `category_depth`, `category_ids` (its own id and those above
 * it), NULL where it's unknown. `taxonomy`: a relation `id, path, folded, depth, ids`; `folded` is the path in lower case. A join
 * loses the order of rows, so this is for checks alone.
 */
export function withCategories(rows: Sql, category: Sql, taxonomy: Sql): Sql {
  const keys = sql`SELECT id AS category_key, path, depth, ids FROM (${taxonomy}) UNION ALL SELECT folded, path, depth, ids FROM (${taxonomy})`;
  const known = sql`SELECT category_key, path AS category_path, depth AS category_depth, ids AS category_ids FROM (${keys})`;
  return sql`SELECT rows.*, category_path, category_depth, category_ids
    FROM (SELECT *, lower(trim(${category})) AS row_category FROM (${rows})) rows LEFT JOIN (${known}) known ON known.category_key = rows.row_category`;
}
