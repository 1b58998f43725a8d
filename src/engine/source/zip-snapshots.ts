import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { ofCatalog, parquet } from "../sql/parquet.ts";

/**
 * A snapshot is made of an older one and of some products read again: the older rows without those products, and the fresh rows, in feed order.
 *
 * Both are sorted, so nothing wide is sorted again. Only the keys are put in order; they tell how many rows of the other side follow each row.
 * Every row is repeated as often as that, which makes both sides as long as the result, and then the two stand beside each other by position.
 */

/** Rows of a snapshot, by the keys of its `source.parquet`. */
interface ZippedSide {
  readonly source: string;
  /** Its column `variant_position`. */
  readonly position: Sql;
}

const ORDER = sql`zip_order`;
const OLD_STEPS = sql`zip_old_steps`;
const FRESH_STEPS = sql`zip_fresh_steps`;

/** Statements that leave the order of the result, and of each side how its rows are spread over it. */
export function orderZipped(old: ZippedSide, fresh: ZippedSide, products: readonly string[]): readonly Sql[] {
  const touched = sql`SELECT unnest(CAST(${literal(`[${products.join(",")}]`)} AS BIGINT[])) AS product_id`;
  const keys = ({ source, position }: ZippedSide, isFresh: Sql): Sql =>
    sql`SELECT ${isFresh} AS fresh, ord AS at_row, product_id, TRY_CAST(${position} AS BIGINT) AS variant_position, row_id FROM read_parquet(${literal(source)})`;
  const kept = sql`SELECT * FROM (${keys(old, sql`false`)}) WHERE product_id NOT IN (${touched})`;
  return [
    sql`CREATE OR REPLACE TEMP TABLE ${ORDER} AS SELECT fresh, at_row FROM (${kept} UNION ALL ${keys(fresh, sql`true`)}) ORDER BY product_id, variant_position, row_id`,
    sql`CREATE OR REPLACE TEMP TABLE zip_places AS SELECT fresh, at_row, max(CASE WHEN NOT fresh THEN at_row END) OVER before AS last_old,
      max(CASE WHEN fresh THEN at_row END) OVER before AS last_fresh FROM (SELECT fresh, at_row, rowid AS place FROM ${ORDER}) WINDOW before AS (ORDER BY place)`,
    sql`CREATE OR REPLACE TEMP TABLE ${OLD_STEPS} AS ${steps(old.source, { isOwn: sql`NOT fresh`, last: sql`last_old` })}`,
    sql`CREATE OR REPLACE TEMP TABLE ${FRESH_STEPS} AS ${steps(fresh.source, { isOwn: sql`fresh`, last: sql`last_fresh` })}`,
    sql`DROP TABLE zip_places`,
  ];
}

/** `ahead, own, behind`: how many rows of the other side come before the first row of all, whether the row stays, and how many follow it. */
function steps(source: string, { isOwn, last }: { readonly isOwn: Sql; readonly last: Sql }): Sql {
  const following = sql`SELECT ${last} AS ord, count(*) AS n FROM zip_places WHERE NOT (${isOwn}) GROUP BY ALL`;
  return sql`SELECT CASE WHEN s.ord = 0 THEN (SELECT count(*) FROM zip_places WHERE NOT (${isOwn}) AND ${last} IS NULL) ELSE 0 END AS ahead,
      CASE WHEN k.at_row IS NULL THEN 0 ELSE 1 END AS own, coalesce(f.n, 0) AS behind
    FROM (SELECT ord FROM read_parquet(${literal(source)})) s LEFT JOIN (SELECT at_row FROM zip_places WHERE ${isOwn}) k ON k.at_row = s.ord
    LEFT JOIN (${following}) f ON f.ord = s.ord ORDER BY s.ord`;
}

/** Statements that free what the others have left. */
export function forgetZipped(): readonly Sql[] {
  return [ORDER, OLD_STEPS, FRESH_STEPS].map((table) => sql`DROP TABLE IF EXISTS ${table}`);
}

/** A column of the result, over the columns of each side's file; null: that side hasn't got it. */
export interface ZippedColumn {
  readonly column: string;
  readonly old: Sql | null;
  readonly fresh: Sql | null;
}

/** Files aligned to the rows of either side. */
export interface ZippedFiles {
  readonly old: string;
  readonly fresh: string;
  readonly columns: readonly ZippedColumn[];
  /** What stands where a side hasn't got a column. */
  readonly blank: Sql;
  /** Whether the result begins with its own `ord`. */
  readonly numbered: boolean;
}

/** Whether either side has no row at all, so that the other one is the result. */
interface ZippedRows {
  readonly old: number;
  readonly fresh: number;
}

/** Writes what both files are together, in the order of the result. */
export function writeZipped({ old, fresh, columns, blank, numbered }: ZippedFiles, rows: ZippedRows, file: string): Sql {
  const of = (side: "old" | "fresh"): Sql => list(columns.map((one, at) => sql`${one[side] ?? blank} AS ${cell(at)}`));
  const spread = (side: "old" | "fresh", from: string, table: Sql): Sql =>
    sql`SELECT ${of(side)}, ahead, unnest(range(ahead + own + behind)) AS nth FROM read_parquet(${literal(from)}) POSITIONAL JOIN ${table}`;
  const alone = (side: "old" | "fresh", from: string, table: Sql): Sql =>
    sql`SELECT ${of(side)} FROM read_parquet(${literal(from)}) POSITIONAL JOIN ${table} WHERE own = 1`;
  const both = sql`SELECT ${list(columns.map((_, at) => sql`CASE WHEN f.nth = f.ahead THEN f.${cell(at)} ELSE o.${cell(at)} END AS ${cell(at)}`))}
    FROM (${spread("old", old, OLD_STEPS)}) o POSITIONAL JOIN (${spread("fresh", fresh, FRESH_STEPS)}) f`;
  const result = rows.fresh === 0 ? alone("old", old, OLD_STEPS) : rows.old === 0 ? alone("fresh", fresh, FRESH_STEPS) : both;
  const named = list(columns.map(({ column }, at) => sql`r.${cell(at)} AS ${name(column)}`));
  const select = numbered
    ? sql`SELECT z.rowid AS ord, ${named} FROM (${result}) r POSITIONAL JOIN ${ORDER} z`
    : sql`SELECT ${named} FROM (${result}) r`;
  return sql`COPY (${select}) TO ${literal(file)} ${parquet(ofCatalog(columns.length))}`;
}

const cell = (at: number): Sql => name(`z${at + 1}`);
