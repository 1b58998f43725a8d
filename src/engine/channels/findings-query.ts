import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, sql } from "../sql/fragment.ts";
import type { Check, GroupCheck, RowCheck } from "./check.ts";

/**
 * `ord, nth`: every row that a check finds, with the check's place in the list. `rows`: a relation of the rows to look at, in no
 * order of importance; `unique`: its column that tells one row from another (`ord` unless a rule has split rows).
 */
export function findingsQuery(checks: readonly Check[], rows: Sql, key: Sql): Sql {
  const numbered = checks.map((check, nth) => ({ check, nth }));
  const ofRows = numbered.flatMap(({ check, nth }) => (check.kind === "row" ? [{ check, nth }] : []));
  const ofGroups = numbered.flatMap(({ check, nth }) => (check.kind === "group" ? [{ check, nth }] : []));
  const parts = [...(ofRows.length === 0 ? [] : [rowFindings(ofRows, rows, key)]), ...ofGroups.map((one) => groupFindings(one, rows, key))];
  if (parts.length === 0) return sql`SELECT ${key}, 0 AS nth FROM (${rows}) WHERE false`;
  return join(parts, sql` UNION ALL `);
}

interface Numbered<C> {
  readonly check: C;
  readonly nth: number;
}

/** All row checks in one pass. */
function rowFindings(checks: readonly Numbered<RowCheck>[], rows: Sql, key: Sql): Sql {
  const found = checks.map(({ check, nth }) => sql`CASE WHEN ${check.when} THEN ${integer(nth)} END`);
  return sql`SELECT ${key}, unnest(list_filter([${list(found)}], lambda nth: nth IS NOT NULL)) AS nth FROM (${rows})`;
}

function groupFindings({ check, nth }: Numbered<GroupCheck>, rows: Sql, key: Sql): Sql {
  const { among, key: group, having, affected } = check;
  const looked = sql`SELECT *, ${group} AS group_key FROM (${rows}) WHERE ${among}`;
  const failing = sql`SELECT group_key FROM (${looked}) GROUP BY group_key HAVING ${having}`;
  const which = affected === undefined ? sql`` : sql` AND ${affected}`;
  return sql`SELECT ${key}, ${integer(nth)} AS nth FROM (${looked}) WHERE group_key IN (${failing})${which}`;
}
