import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, name, sql } from "../sql/fragment.ts";
import { type Check, GIVEN, type GroupCheck, type RowCheck } from "./check.ts";
import { textsOf } from "./columns-read.ts";

/**
 * `key, nth`: every row that a check finds, with the check's place in the list. `rows`: a relation of the rows to look at, in no
 * particular order; `key`: the columns of it to answer. `categorised`: the same rows with their categories (`withCategories`).
 */
export function findingsQuery(checks: readonly Check[], rows: Sql, key: Sql, categorised: Sql = rows): Sql {
  const asked = checks.map((check, nth): AskedCheck => ({ check, nth, rows: readsCategory(check) ? categorised : rows }));
  return foundBy(asked, key, rows);
}

/** A check by its place in a list, with the rows that it looks at. */
export interface AskedCheck<C extends Check = Check> {
  readonly check: C;
  readonly nth: number;
  readonly rows: Sql;
}

/** `key, nth`: what checks find, each among rows of its own. Those of the same rows look at them in one pass; a relation that joins would drag every column along. */
export function foundBy(asked: readonly AskedCheck[], key: Sql, none: Sql): Sql {
  const ofRows = asked.flatMap(({ check, ...one }) => (check.kind === "row" && check.when.text !== "false" ? [{ check, ...one }] : []));
  const ofGroups = asked.flatMap(({ check, ...one }) => (check.kind === "group" ? [{ check, ...one }] : []));
  const parts = [
    ...passesOf(ofRows).flatMap((pass) => pass.slice(0, 1).map(({ rows }) => rowFindings(pass, rows, key))),
    ...ofGroups.map((one) => groupFindings(one, key)),
  ];
  if (parts.length === 0) return sql`SELECT ${key}, 0 AS nth FROM (${none}) WHERE false`;
  return join(parts, sql` UNION ALL `);
}

/** Those of the same rows, with one given column at most. */
function passesOf(asked: readonly AskedCheck<RowCheck>[]): readonly (readonly AskedCheck<RowCheck>[])[] {
  return [...Map.groupBy(asked, ({ rows }) => rows.text).values()].flatMap((ofRows) => {
    const [first] = ofRows.flatMap(({ check }) => check.given ?? []);
    return [...Map.groupBy(ofRows, ({ check }) => (check.given ?? first)?.text).values()];
  });
}

export function readsCategory(check: Check): boolean {
  return check.kind === "row" && textsOf(check).some(({ text }) => text.includes('"category_'));
}

/** Checks a number has bits for: so many that each bit is an integer JavaScript is exact about. */
const BITS = 50;

/**
 * All row checks in one pass. What a row fails is a bit each of a few numbers, so that a clean row costs its checks and nothing more;
 * a list of them would be made for every row.
 */
function rowFindings(checks: readonly AskedCheck<RowCheck>[], rows: Sql, key: Sql): Sql {
  const words = Array.from({ length: Math.ceil(checks.length / BITS) }, (_, at) => checks.slice(at * BITS, (at + 1) * BITS));
  const masks = words.map((word, at) => sql`${maskOf(word.map(({ check: { when } }) => when))} AS ${maskName(at)}`);
  const clean = words.map((_, at) => sql`${maskName(at)} = 0`);
  const nths = words.map((word, at) => nthsOf(word, maskName(at)));
  const failed = nths.length === 1 ? list(nths) : sql`list_concat(${list(nths)})`;
  return sql`SELECT ${key}, unnest(CASE WHEN ${join(clean, sql` AND `)} THEN NULL ELSE ${failed} END) AS nth
    FROM (SELECT ${key}, ${list(masks)} FROM (${withGiven(checks, rows)}))`;
}

function withGiven(checks: readonly AskedCheck<RowCheck>[], rows: Sql): Sql {
  const [given] = checks.flatMap(({ check }) => check.given ?? []);
  return given === undefined ? rows : sql`SELECT *, ${given} AS ${GIVEN} FROM (${rows})`;
}

function maskName(at: number): Sql {
  return name(`mask_${at}`);
}

function maskOf(conditions: readonly Sql[]): Sql {
  return sumOf(conditions.map((condition, place) => sql`CASE WHEN ${condition} THEN CAST(${integer(2 ** place)} AS BIGINT) ELSE 0 END`));
}

/** By halves: DuckDB looks at everything below each addition, so a chain of them takes the square of its length to plan. */
function sumOf(terms: readonly Sql[]): Sql {
  const middle = Math.ceil(terms.length / 2);
  return terms.length < 3 ? join(terms, sql` + `) : sql`(${sumOf(terms.slice(0, middle))}) + (${sumOf(terms.slice(middle))})`;
}

function nthsOf(word: readonly AskedCheck<RowCheck>[], mask: Sql): Sql {
  const nths = list(word.map(({ nth }) => integer(nth)));
  return sql`list_filter([${nths}], lambda nth, place: (${mask} >> (place - 1)) & 1 = 1)`;
}

function groupFindings({ check, nth, rows }: AskedCheck<GroupCheck>, key: Sql): Sql {
  const { among, key: group, having, affected } = check;
  const looked = sql`SELECT *, ${group} AS group_key FROM (${rows}) WHERE ${among}`;
  const failing = sql`SELECT group_key FROM (${looked}) GROUP BY group_key HAVING ${having}`;
  const which = affected === undefined ? sql`` : sql` AND ${affected}`;
  return sql`SELECT ${key}, ${integer(nth)} AS nth FROM (${looked}) WHERE group_key IN (${failing})${which}`;
}
