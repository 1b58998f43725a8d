import type { Sql } from "../../kernel/sql.ts";
import { containsPhrase } from "../expression/functions/internal-title.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { numbered, readBetween, type SnapshotInput } from "./snapshot-input.ts";

/**
 * Finds options for which a product's title contains the values of several variants: "Black & White Set" in Black and in White. Without these values
 * the variants would have the same title. A blank value counts as contained, because it adds nothing to a title either.
 */

const OPTIONS = [1, 2, 3] as const;

/** A title of the product, and the column that says which options it has several values of: `1,2`. */
const TITLES = [
  ["title", "options_in_title"],
  ["seo_title", "options_in_seo_title"],
] as const;

export const TITLE_OPTIONS = TITLES.map(([, column]) => column);

/** `product_key, options_in_title, options_in_seo_title` of the products that have options. */
export function titleOptions(input: SnapshotInput): Sql {
  const titles = sql`SELECT ids.key, p.title, p.seo_title FROM ${numbered(input, "products")} p JOIN product_ids ids USING (at_row)`;
  const offered = sql`SELECT product_key, ${list(OPTIONS.map(valueOf))} FROM ${readBetween(input, "variants")} WHERE greatest(${list(OPTIONS.map(valueOf))}) <> ''`;
  const unsaid = TITLES.flatMap(([title, column]) =>
    OPTIONS.map((nth) => sql`${unsaidIn(name(title), nth)} AS ${name(`${column}_${nth}`)}`),
  );
  const asked = sql`SELECT product_key, ${list(unsaid)} FROM (${offered}) JOIN (${titles}) ON key = product_key`;
  const columns = TITLE_OPTIONS.map(
    (column) => sql`concat_ws(',', ${list(OPTIONS.map((nth) => severalIn(column, nth)))}) AS ${name(column)}`,
  );
  return sql`SELECT product_key, ${list(columns)} FROM (${asked}) GROUP BY product_key`;
}

const valueOf = (nth: number): Sql => name(`option${nth}_value`);

/** A value that adds nothing to the title. */
function unsaidIn(title: Sql, nth: number): Sql {
  const value = valueOf(nth);
  return sql`CASE WHEN ${title} <> '' AND (${value} = '' OR ${containsPhrase(title, value)}) THEN ${value} END`;
}

/** The option's number where several values of it add nothing to the title. */
function severalIn(column: string, nth: number): Sql {
  const unsaid = name(`${column}_${nth}`);
  return sql`CASE WHEN min(${unsaid}) <> max(${unsaid}) THEN ${literal(String(nth))} END`;
}
