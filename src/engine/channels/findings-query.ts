import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
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

/**
 * All row checks in one pass. Each has a column of its own: below one another, DuckDB would look through every condition again at each level while
 * planning. A clean row costs its checks and nothing more; a list of what it fails is made for the others. Each condition is inside a CASE,
 * where DuckDB computes its parts one after another, each only for the rows that are left. Elsewhere it computes every part for every row.
 */
function rowFindings(checks: readonly AskedCheck<RowCheck>[], rows: Sql, key: Sql): Sql {
  const fails = checks.map(({ check: { when } }, at) => sql`CASE WHEN ${when} THEN true ELSE false END AS ${failsName(at)}`);
  const failsAny = join(
    checks.map((_, at) => failsName(at)),
    sql` OR `,
  );
  const nths = checks.map(({ nth }, at) => sql`CASE WHEN ${failsName(at)} THEN ${literal(String(nth))} END`);
  const failed = sql`SELECT ${key}, unnest(CASE WHEN ${failsAny} THEN string_split(concat_ws(',', ${list(nths)}), ',') END) AS nth
    FROM (SELECT ${key}, ${list(fails)} FROM (${withGiven(checks, rows)}))`;
  return sql`SELECT ${key}, CAST(nth AS INTEGER) AS nth FROM (${failed})`;
}

function failsName(at: number): Sql {
  return name(`fails_${at}`);
}

function withGiven(checks: readonly AskedCheck<RowCheck>[], rows: Sql): Sql {
  const [given] = checks.flatMap(({ check }) => check.given ?? []);
  return given === undefined ? rows : sql`SELECT *, ${given} AS ${GIVEN} FROM (${rows})`;
}

function groupFindings({ check, nth, rows }: AskedCheck<GroupCheck>, key: Sql): Sql {
  const { among, key: group, having, affected } = check;
  const looked = sql`SELECT *, ${group} AS group_key FROM (${rows}) WHERE ${among}`;
  const failing = sql`SELECT group_key FROM (${looked}) GROUP BY group_key HAVING ${having}`;
  const which = affected === undefined ? sql`` : sql` AND ${affected}`;
  return sql`SELECT ${key}, ${integer(nth)} AS nth FROM (${looked}) WHERE group_key IN (${failing})${which}`;
}
