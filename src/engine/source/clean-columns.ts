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
 * One row, `c1…`: whether each column has an unclean value. Most rows have none, which one look tells; what a product's variants have in
 * common is looked at in the first of them.
 */
export function lookForUnclean(source: string, columns: readonly string[]): Sql {
  const looked = lookedAt(columns);
  const found = looked.map(({ column, sql: value }, at) => {
    const unclean = LISTS.has(column) ? hasUncleanItem(value) : isUnclean(value);
    return sql`coalesce(bool_or(${unclean}), false) AS ${name(`c${at + 1}`)}`;
  });
  const of = (product: boolean): Sql =>
    anyUncleanItem(looked.filter(({ column }) => isOfProduct(column) === product).map((one) => one.sql));
  const first = sql`${name(`s${columns.indexOf("variant_position") + 1}`)} IN ('1', '')`;
  return sql`SELECT ${list(found)} FROM read_parquet(${literal(source)}) WHERE ${first} AND ${of(true)} OR ${of(false)}`;
}

/** The clean ones among the columns. */
export function readCleanColumns(row: Readonly<Record<string, unknown>> | undefined, columns: readonly string[]): readonly string[] {
  return lookedAt(columns).flatMap(({ column }, at) => (row?.[`c${at + 1}`] === false ? [column] : []));
}

function lookedAt(columns: readonly string[]): readonly { readonly column: string; readonly sql: Sql }[] {
  return columns.map((column, at) => ({ column, sql: name(`s${at + 1}`) })).filter(({ column }) => column !== MANY_LINES);
}
