import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, name, sql } from "../sql/fragment.ts";

/**
 * A relation sorted in parts: some columns after the others, each into a table of its own, put side by side by position. One
 * sort of everything is larger than the memory limit and goes through the disk, which takes four times as long. Every part
 * has the id of its rows, so that a check can tell whether they stand beside each other.
 */
export interface SortedPart {
  /** A name of ours. */
  readonly table: string;
  /** `… AS …`, one column each. */
  readonly columns: readonly Sql[];
  readonly from: Sql;
}

/** Dynamic columns that are sorted together; any of them may be long. */
const DYNAMIC_TOGETHER = 8;

/** Places of so many dynamic columns, parted. */
export function dynamicParts(count: number): readonly (readonly number[])[] {
  const places = Array.from({ length: count }, (_, at) => at);
  return places.filter((at) => at % DYNAMIC_TOGETHER === 0).map((at) => places.slice(at, at + DYNAMIC_TOGETHER));
}

export interface SortedRelation {
  /** What the view of all parts is called. */
  readonly view: Sql;
  /** The first has the columns that the order needs; they are a total order. */
  readonly parts: readonly SortedPart[];
  readonly id: Sql;
  readonly order: Sql;
}

/** Statements that leave the view: its rows in order with `ord` from 0, and `apart` where parts do not agree on the row. */
export function sortParts({ view, parts, id, order }: SortedRelation): readonly Sql[] {
  const tables = parts.map(
    ({ table, columns, from }) =>
      sql`CREATE TEMP TABLE ${name(table)} AS SELECT ${list([id, ...columns])} FROM (${from}) ORDER BY ${order}`,
  );
  const place = (at: number): Sql => name(`part${at + 1}`);
  const others = parts.slice(1).map((_, at) => place(at + 1));
  const columns = [
    sql`part1.rowid AS ord`,
    sql`part1.*`,
    ...others.map((part) => sql`${part}.* EXCLUDE (${id})`),
    sql`${join([sql`false`, ...others.map((part) => sql`${part}.${id} IS DISTINCT FROM part1.${id}`)], sql` OR `)} AS apart`,
  ];
  const from = join(
    parts.map(({ table }, at) => sql`${name(table)} ${place(at)}`),
    sql` POSITIONAL JOIN `,
  );
  return [...tables, sql`CREATE TEMP VIEW ${view} AS SELECT ${list(columns)} FROM ${from}`];
}

/** The name of a table of dynamic columns. */
export function dynamicTable(prefix: string, nth: number): string {
  return `${prefix}_${integer(nth + 1).text}`;
}
