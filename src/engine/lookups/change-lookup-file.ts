import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { parquet, searchText } from "../sql/parquet.ts";
import { ROWS } from "./lookup-file.ts";

/** A lookup table's file with some of its rows set or removed, and pages of its rows. Rows that were there keep their places. */

/** Where the lines of removed keys are loaded. */
export const REMOVED = name("lookup_removed");

export interface LookupFile {
  readonly file: string;
  /** How many columns it has, with the key. */
  readonly columns: number;
}

const numbers = (columns: number): readonly number[] => Array.from({ length: columns }, (_, at) => at);
/** The columns of a file: the key as it was written, then the others. */
const cells = (columns: number): readonly Sql[] => numbers(columns).map((at) => (at === 0 ? name("k0") : name(`v${at}`)));
const rowsOf = ({ file }: LookupFile): Sql => sql`read_parquet(${literal(file)}, file_row_number = true)`;

const after = (columns: number): readonly Sql[] => cells(columns).map((cell, at) => sql`coalesce(c.v[${integer(at + 1)}], o.${cell}, '')`);

/** What each line of the change finds, and what it leaves: `before` and `after` as JSON lists; null for no row. First the rows that are set. */
export function changedLookupRows(from: LookupFile): Sql {
  const before = sql`CASE WHEN o.k1 IS NOT NULL THEN to_json([${list(cells(from.columns).map((cell) => sql`o.${cell}`))}])::VARCHAR END`;
  return sql`SELECT before, after FROM (
      SELECT 0 AS part, c.n, ${before} AS before, to_json([${list(after(from.columns))}])::VARCHAR AS after
      FROM ${ROWS} c LEFT JOIN ${rowsOf(from)} o ON o.k1 = c.k1
      UNION ALL
      SELECT 1, c.n, ${before}, NULL FROM ${REMOVED} c LEFT JOIN ${rowsOf(from)} o ON o.k1 = c.k1
    ) ORDER BY part, n`;
}

/** Keys that are both set and removed: `n` is the place among the removed, from 1. */
export function contradictedLookupKeys(limit: number): Sql {
  return sql`SELECT r.n, r.v[1] AS key FROM ${REMOVED} r WHERE r.k1 IN (SELECT k1 FROM ${ROWS}) ORDER BY r.n LIMIT ${integer(limit)}`;
}

function changedRows(from: LookupFile): Sql {
  const named = after(from.columns).map((value, at) => sql`${value} AS ${at === 0 ? name("k0") : name(`v${at}`)}`);
  return sql`(
      SELECT 0 AS part, o.file_row_number AS place, o.k1, ${list(named)}
      FROM ${rowsOf(from)} o LEFT JOIN ${ROWS} c ON c.k1 = o.k1 WHERE o.k1 NOT IN (SELECT k1 FROM ${REMOVED})
      UNION ALL
      SELECT 1 AS part, c.n AS place, c.k1, ${list(named)}
      FROM ${ROWS} c LEFT JOIN ${rowsOf(from)} o ON o.k1 = c.k1 WHERE o.k1 IS NULL
    )`;
}

/** How large the changed table would be: `rows, bytes`. */
export function measureChangedLookup(from: LookupFile): Sql {
  const bytes = cells(from.columns).map((cell) => sql`strlen(${cell})`);
  return sql`SELECT count(*) AS rows, coalesce(sum(list_sum([${list(bytes)}])), 0) AS bytes FROM ${changedRows(from)}`;
}

export function writeChangedLookup(from: LookupFile, to: string): Sql {
  return sql`COPY (SELECT ${list([sql`k1`, ...cells(from.columns)])} FROM ${changedRows(from)} ORDER BY part, place) TO ${literal(to)} ${parquet()}`;
}

interface PageOfRows {
  /** Folded as the database folds it; null: all rows. */
  readonly search: string | null;
  readonly limit: number;
  readonly offset: number;
}

function matching(from: LookupFile, search: string | null): Sql {
  const found = search === null ? sql`` : sql`WHERE contains(${searchText(cells(from.columns))}, lower(${literal(search)}))`;
  return sql`${rowsOf(from)} ${found}`;
}

/** Rows in their order, each as a JSON list: `cells`. */
export function pageOfLookup(from: LookupFile, { search, limit, offset }: PageOfRows): Sql {
  return sql`SELECT to_json([${list(cells(from.columns))}])::VARCHAR AS cells FROM ${matching(from, search)}
    ORDER BY file_row_number LIMIT ${integer(limit)} OFFSET ${integer(offset)}`;
}

export function countLookupMatches(from: LookupFile, search: string): Sql {
  return sql`SELECT count(*) AS total FROM ${matching(from, search)}`;
}
