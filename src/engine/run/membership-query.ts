import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { excludedBy } from "./product-list.ts";
import { outputColumn } from "./run-files.ts";

/** Where the rows of a catalog are: questions about the files of several feeds' runs at once, which read no more than a few narrow columns of each. */
export interface RunFileOf {
  /** What tells the run from the others in an answer. */
  readonly place: number;
  readonly file: string;
}

const union = (parts: readonly Sql[]): Sql => join(parts, sql` UNION ALL `);
const rowsOf = (file: string): Sql => sql`read_parquet(${literal(file)})`;
/** A row that a rule has split counts as included if one of its items is in the file. */
const IS_IN = sql`bool_or(reason IS NULL)`;

/** `place, row_id, included, reason` of those of the rows that each run has. At least one run and one row. */
export function rowsInRuns(runs: readonly RunFileOf[], rowIds: readonly number[]): Sql {
  const wanted = list(rowIds.map(integer));
  return union(
    runs.map(
      ({ place, file }) => sql`SELECT ${integer(place)} AS place, row_id, ${IS_IN} AS included,
        CASE WHEN bool_and(reason IS NOT NULL) THEN arg_min(reason, ord) END AS reason FROM ${rowsOf(file)} WHERE row_id IN (${wanted}) GROUP BY row_id`,
    ),
  );
}

/** `place, included, total`: how many rows of one product each run has, and how many of them in its file. */
export function productInRuns(runs: readonly RunFileOf[], productId: number): Sql {
  return union(
    runs.map(
      ({ place, file }) => sql`SELECT ${integer(place)} AS place, count(DISTINCT row_id) FILTER (WHERE reason IS NULL) AS included,
        count(DISTINCT row_id) AS total FROM ${rowsOf(file)} WHERE product_id = ${integer(productId)}`,
    ),
  );
}

/** Where a run's rows are, with the places of its columns and whether its rows say which rule excluded them. */
interface RowsOfRun {
  readonly file: string;
  readonly columns: readonly string[];
  readonly causes: boolean;
}

/** `row_id, reason, excluded_by, v1…` of the rows of a product in a run, in feed order: `v1…` are the values of the asked columns. */
export function rowsOfProduct(
  { file, columns, causes }: RowsOfRun,
  { productId, asked, limit }: { readonly productId: number; readonly asked: readonly string[]; readonly limit: number },
): Sql {
  const values = asked.map((column, at) => sql`${outputColumn(columns, column)} AS ${name(`v${at + 1}`)}`);
  return sql`SELECT ${list([sql`row_id, reason, ${excludedBy(causes)} AS excluded_by`, ...values])} FROM ${rowsOf(file)}
    WHERE product_id = ${integer(productId)} ORDER BY ord LIMIT ${integer(limit)}`;
}

/** The runs of an active feed; at least one of them. */
export interface RunsOfFeed {
  readonly live: string | null;
  /** A held run that is newer than the live one. */
  readonly held: string | null;
}

/**
 * `ord, row_id, ins, outs, lost` of every row of a snapshot: feeds that serve it, feeds that leave it out, and whether a held run would
 * take it out of a feed that serves it.
 */
export function loadMemberships(index: string, feeds: readonly RunsOfFeed[]): Sql {
  const rows = sql`SELECT ord, row_id FROM ${rowsOf(index)}`;
  if (feeds.length === 0) return sql`SELECT ord, row_id, 0 AS ins, 0 AS outs, false AS lost FROM (${rows}) ORDER BY ord`;
  const told = sql`SELECT row_id, CAST(sum(ins) AS INTEGER) AS ins, CAST(sum(outs) AS INTEGER) AS outs, bool_or(lost) AS lost
    FROM (${union(feeds.map(ofFeed))}) GROUP BY row_id`;
  return sql`SELECT s.ord, s.row_id, coalesce(m.ins, 0) AS ins, coalesce(m.outs, 0) AS outs, coalesce(m.lost, false) AS lost
    FROM (${rows}) s LEFT JOIN (${told}) m ON m.row_id = s.row_id ORDER BY s.ord`;
}

function ofFeed({ live, held }: RunsOfFeed): Sql {
  const included = (file: string): Sql => sql`SELECT row_id, ${IS_IN} AS included FROM ${rowsOf(file)} GROUP BY row_id`;
  if (live === null) {
    // Nothing is served, so nobody is in; what is held back leaves out what it leaves out.
    return sql`SELECT row_id, 0 AS ins, CAST(NOT included AS INTEGER) AS outs, false AS lost FROM (${included(held ?? "")})`;
  }
  if (held === null)
    return sql`SELECT row_id, CAST(included AS INTEGER) AS ins, CAST(NOT included AS INTEGER) AS outs, false AS lost FROM (${included(live)})`;
  const [served, kept] = [sql`coalesce(l.included, false)`, sql`coalesce(h.included, false)`];
  return sql`SELECT coalesce(l.row_id, h.row_id) AS row_id, CAST(${served} AS INTEGER) AS ins, CAST(NOT ${served} AND NOT ${kept} AS INTEGER) AS outs,
    ${served} AND NOT ${kept} AS lost FROM (${included(live)}) l FULL JOIN (${included(held)}) h ON h.row_id = l.row_id`;
}

/** Findings of a run for a channel, by the places of their checks, without rows that are muted one by one. */
export interface FoundFile extends RunFileOf {
  readonly findings: readonly { readonly nth: number; readonly mutedRows: readonly number[] }[];
}

/** Never a row, never a check: a list that is never empty is one that SQL takes. */
const NONE = -1;

function found({ findings }: FoundFile): Sql {
  const whole = findings.filter(({ mutedRows }) => mutedRows.length === 0).map(({ nth }) => integer(nth));
  const parts = findings.filter(({ mutedRows }) => mutedRows.length > 0);
  const conditions = parts.map(({ nth, mutedRows }) => sql`(nth = ${integer(nth)} AND row_id NOT IN (${list(mutedRows.map(integer))}))`);
  return join([sql`nth IN (${list([integer(NONE), ...whole])})`, ...conditions], sql` OR `);
}

/** `place, nth, row_id` of the findings that are about some rows. At least one file. */
export function findingsOfRows(files: readonly FoundFile[], rowIds: readonly number[]): Sql {
  const wanted = list([NONE, ...rowIds].map(integer));
  return union(
    files.map(
      (one) => sql`SELECT DISTINCT ${integer(one.place)} AS place, nth, row_id FROM ${rowsOf(one.file)}
        WHERE row_id IN (${wanted}) AND (${found(one)})`,
    ),
  );
}

/** `row_id` of every row that such findings are about. */
export function rowsWithFindings(files: readonly FoundFile[]): Sql {
  return union(files.map((one) => sql`SELECT row_id FROM ${rowsOf(one.file)} WHERE ${found(one)}`));
}

export type MembershipFilter = "not_in_any_feed" | "excluded" | "needs_attention";

/** `ord` of the rows that a filter asks for. */
export function membershipRows(memberships: Sql, filter: MembershipFilter, files: readonly FoundFile[]): Sql {
  const rows = sql`SELECT ord FROM ${memberships}`;
  if (filter === "not_in_any_feed") return sql`${rows} WHERE ins = 0`;
  if (filter === "excluded") return sql`${rows} WHERE outs > 0`;
  if (files.length === 0) return sql`${rows} WHERE lost`;
  return sql`${rows} WHERE lost OR (ins > 0 AND row_id IN (${rowsWithFindings(files)}))`;
}
