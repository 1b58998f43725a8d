import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";

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
  /** Where a file of several parts goes, from 1. */
  readonly between: (nth: number) => string;
}

/**
 * Tables that are read at once. A scan holds a block of 256 KiB or two of every column, so 1,000 columns in tables would take half of
 * the default memory while the snapshot is written; a Parquet file takes far less.
 */
const TABLES_AT_ONCE = 12;

/** Statements that leave the view: its rows in order with `ord` from 0, and `apart` where parts do not agree on the row. */
export function sortParts({ view, parts, id, order, between }: SortedRelation): readonly Sql[] {
  const [first, ...others] = parts.map((part) => sortPart(part, { id, order }));
  if (first === undefined) return [];
  if (others.length <= TABLES_AT_ONCE) return [...[first, ...others].flatMap(({ made }) => made), viewOf(view, id, [first, ...others])];
  const gathered = Array.from({ length: Math.ceil(others.length / TABLES_AT_ONCE) }, (_, nth) =>
    gatherParts(others.slice(nth * TABLES_AT_ONCE, (nth + 1) * TABLES_AT_ONCE), { id, file: between(nth + 1) }),
  );
  const files = [first, ...gathered];
  return [...files.flatMap(({ made }) => made), viewOf(view, id, files)];
}

/** Something to read, in order, and the statements that make it. */
interface MadePart {
  readonly read: Sql;
  readonly made: readonly Sql[];
  /** Whether it has a column `apart` of its own. */
  readonly gathered: boolean;
}

function sortPart({ table, columns, from }: SortedPart, { id, order }: Pick<SortedRelation, "id" | "order">): MadePart {
  const sorted = sql`CREATE TEMP TABLE ${name(table)} AS SELECT ${list([id, ...columns])} FROM (${from}) ORDER BY ${order}`;
  return { read: name(table), made: [sorted], gathered: false };
}

/** Tables side by side in one file; they are gone afterwards. */
function gatherParts(parts: readonly MadePart[], { id, file }: { readonly id: Sql; readonly file: string }): MadePart {
  const written = sql`COPY (SELECT ${list(columnsOf(id, parts))} FROM ${besideEachOther(parts)}) TO ${literal(file)} ${passingParquet()}`;
  const drops = parts.map(({ read }) => sql`DROP TABLE ${read}`);
  return { read: sql`read_parquet(${literal(file)})`, made: [...parts.flatMap(({ made }) => made), written, ...drops], gathered: true };
}

function viewOf(view: Sql, id: Sql, parts: readonly MadePart[]): Sql {
  return sql`CREATE TEMP VIEW ${view} AS SELECT ${list([sql`part1.rowid AS ord`, ...columnsOf(id, parts)])} FROM ${besideEachOther(parts)}`;
}

const place = (at: number): Sql => name(`part${at + 1}`);

function columnsOf(id: Sql, parts: readonly MadePart[]): readonly Sql[] {
  const others = parts.map(({ gathered }, at) => ({ part: place(at), gathered })).slice(1);
  const differs = others.map(({ part }) => sql`${part}.${id} IS DISTINCT FROM part1.${id}`);
  const within = others.flatMap(({ part, gathered }) => (gathered ? [sql`${part}.apart IS DISTINCT FROM false`] : []));
  return [
    sql`part1.*`,
    ...others.map(({ part, gathered }) => sql`${part}.* EXCLUDE (${gathered ? sql`${id}, apart` : id})`),
    sql`(${join([sql`false`, ...differs, ...within], sql` OR `)}) AS apart`,
  ];
}

function besideEachOther(parts: readonly MadePart[]): Sql {
  return join(
    parts.map(({ read }, at) => sql`${read} ${place(at)}`),
    sql` POSITIONAL JOIN `,
  );
}

/** The name of a table of dynamic columns. */
export function dynamicTable(prefix: string, nth: number): string {
  return `${prefix}_${integer(nth + 1).text}`;
}
