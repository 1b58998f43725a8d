import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { anyUncleanItem, hasUncleanItem, isUnclean } from "../sql/text-sql.ts";
import { isOfProduct } from "./snapshot-values.ts";
import { LISTS } from "./source-columns.ts";

/**
 * Which columns of a snapshot are clean: one clean line in every row, and a list's items each for themselves. It is found out once, so
 * that no run of a feed has to look at each value again.
 */

/** Never asked for: it is of many lines almost always, and as long as all other columns together. */
const MANY_LINES = "body_html";

/**
 * One row, `unclean`: the numbers of the columns with an unclean value, separated by commas. One look per row finds the few rows that have any; values that a
 * product's variants share are checked in the first variant. The values of such a row are checked as one list, because DuckDB takes a third of a millisecond
 * to plan each pattern in a statement.
 */
export function lookForUnclean(source: string, columns: readonly string[]): Sql {
  const looked = lookedAt(columns);
  const of = (product: boolean): Sql =>
    anyUncleanItem(looked.filter(({ column }) => isOfProduct(column) === product).map((one) => one.sql));
  const first = sql`${name(`s${columns.indexOf("variant_position") + 1}`)} IN ('1', '')`;
  const flagged = (lists: boolean): Sql => {
    const values = looked.filter(({ isList }) => isList === lists).map((one) => one.sql);
    const value = sql`value`;
    return sql`list_transform([${list(values)}]::VARCHAR[], lambda value: ${lists ? hasUncleanItem(value) : isUnclean(value)})`;
  };
  // Unclean rows mostly have the same unclean columns, so few distinct lists are left.
  const seen = sql`SELECT DISTINCT list_concat(${flagged(false)}, ${flagged(true)}) AS flags
    FROM read_parquet(${literal(source)}) WHERE ${first} AND ${of(true)} OR ${of(false)}`;
  const flat = sql`SELECT unnest(flags) AS is_unclean, unnest(range(1, len(flags) + 1)) AS nth FROM (${seen})`;
  return sql`SELECT coalesce(string_agg(DISTINCT CAST(nth AS VARCHAR), ','), '') AS unclean FROM (${flat}) WHERE is_unclean`;
}

/** The clean ones among the columns. */
export function readCleanColumns(row: Readonly<Record<string, unknown>> | undefined, columns: readonly string[]): readonly string[] {
  const listed = row?.["unclean"];
  if (typeof listed !== "string") return [];
  const unclean = new Set(listed.split(","));
  const clean = new Set(lookedAt(columns).flatMap(({ column }, at) => (unclean.has(String(at + 1)) ? [] : [column])));
  return columns.filter((column) => clean.has(column));
}

interface LookedAt {
  readonly column: string;
  readonly isList: boolean;
  readonly sql: Sql;
}

/** Texts, then lists. */
function lookedAt(columns: readonly string[]): readonly LookedAt[] {
  const all = columns.map((column, at): LookedAt => ({ column, isList: LISTS.has(column), sql: name(`s${at + 1}`) }));
  return [false, true].flatMap((lists) => all.filter(({ column, isList }) => column !== MANY_LINES && isList === lists));
}
