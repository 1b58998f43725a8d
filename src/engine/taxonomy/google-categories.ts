import type { Sql } from "../../kernel/sql.ts";
import { integer, sql } from "../sql/fragment.ts";
import type { CategoryIndex } from "./category-index.ts";
import { categoryKey, categoryKeySql } from "./category-key.ts";
import type { ShopifyMapping } from "./shopify-mapping.ts";
import { readTabs } from "./taxonomy-file.ts";

/**
 * Which category of Google a product of a shop is in, told from the shop's own category: by Shopify's id, by Shopify's path, or because the
 * path is one of Google's. A category that isn't known, as of an edition that is newer, is in the category of its nearest parent that is.
 */

/** Levels that are looked at; no taxonomy has as many. */
const LEVELS_MAX = 20;

/** Google's path for a category of a shop, which is an id or a path. */
export interface MappedCategory {
  readonly category: string;
  readonly google: string;
}

/** By `categoryKey` of the category. */
export function mappedCategories({ categories }: ShopifyMapping, index: CategoryIndex): ReadonlyMap<string, MappedCategory> {
  const mapped = new Map<string, MappedCategory>();
  const add = (category: string, google: string): void => {
    const key = categoryKey(category);
    if (key !== "" && !mapped.has(key)) mapped.set(key, { category, google });
  };
  for (const { id, path, google } of categories) {
    const found = index.categoryOf(google);
    if (found === undefined) continue;
    add(id, found.path);
    add(path, found.path);
  }
  for (const { path } of index.categories) add(path, path);
  return mapped;
}

/** The file's text: a line with a key and Google's path. */
export function mappingLines(mapped: ReadonlyMap<string, MappedCategory>): string {
  return [...mapped].map(([key, { google }]) => `${key}\t${google}\n`).join("");
}

export const GOOGLE_CATEGORIES = sql`google_categories`;

/**
 * The statement that leaves the table `google_categories` (`category_id, category, google_category`) for the categories in a relation of
 * products; those without one of Google are left out.
 */
export function mapCategories(products: Sql, file: string | null): Sql {
  if (file === null)
    return sql`CREATE TEMP TABLE ${GOOGLE_CATEGORIES} AS SELECT '' AS category_id, '' AS category, '' AS google_category WHERE false`;
  const asked = sql`SELECT DISTINCT category_id, category FROM ${products} WHERE category_id <> '' OR category <> ''`;
  const levels = sql`SELECT *, string_split(lower(category_id), '-') AS id_levels, string_split(${categoryKeySql(sql`category`)}, ' > ') AS path_levels FROM (${asked})`;
  // An id comes before the path of the same level.
  const sought = sql`${candidates(sql`id_levels`, sql`'-'`, 0)} UNION ALL ${candidates(sql`path_levels`, sql`' > '`, 1)}`;
  const mapped = readTabs(file, ["key", "google"]);
  return sql`CREATE TEMP TABLE ${GOOGLE_CATEGORIES} AS WITH levels AS MATERIALIZED (${levels})
    SELECT category_id, category, arg_min(google, up) AS google_category FROM (${sought}) JOIN ${mapped} ON key = candidate GROUP BY category_id, category`;
}

/** A category and its parents, and in which order they count: the nearest first. */
function candidates(levels: Sql, separator: Sql, after: 0 | 1): Sql {
  const counted = sql`least(len(${levels}), ${integer(LEVELS_MAX)})`;
  const each = sql`SELECT *, unnest(range(1, ${counted} + 1)) AS nth FROM levels`;
  return sql`SELECT category_id, category, list_aggr(${levels}[1:nth], 'string_agg', ${separator}) AS candidate, 2 * (len(${levels}) - nth) + ${integer(after)} AS up FROM (${each})`;
}
