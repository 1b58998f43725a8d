import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { integer, literal, sql } from "../sql/fragment.ts";
import { hostOf } from "../sql/text-sql.ts";
import { outputColumn } from "./run-files.ts";

/** `included, excluded, total` of a run. */
export function runCounts(rowsFile: string): Sql {
  return sql`SELECT count(*) FILTER (WHERE reason IS NULL) AS included, count(*) FILTER (WHERE reason IS NOT NULL) AS excluded, count(*) AS total
    FROM read_parquet(${literal(rowsFile)})`;
}

/** Reasons that are told apart: some name other rows, so that there may be as many of them as rows. */
export const REASONS_MAX = 1_000;

/** What the rows past the most frequent reasons are counted under. No rule, setting or person gives a blank reason. */
export const REST_OF_REASONS = "";

/**
 * `reason, rows` and `by_rules, first_rule, last_rule`, how many of them rules excluded and between which ids: how many rows each reason excluded, the most frequent first; those past `REASONS_MAX` reasons are one last entry, and
 * the included rows stand at NULL behind it. It counts rows and filters none, so it may stand above a chain.
 */
export function reasonCounts(rows: Sql): Sql {
  const counted = sql`SELECT reason, count(*) AS rows, count(excluded_by) AS by_rules, min(excluded_by) AS first_rule, max(excluded_by) AS last_rule FROM (${rows}) GROUP BY reason`;
  const placed = sql`SELECT *, row_number() OVER (PARTITION BY reason IS NULL ORDER BY rows DESC, reason) AS place FROM (${counted})`;
  const named = sql`SELECT rows, by_rules, first_rule, last_rule, CASE WHEN place > ${integer(REASONS_MAX)} THEN ${literal(REST_OF_REASONS)} ELSE reason END AS reason FROM (${placed})`;
  return sql`SELECT reason, CAST(sum(rows) AS BIGINT) AS rows, CAST(sum(by_rules) AS BIGINT) AS by_rules, min(first_rule) AS first_rule,
    max(last_rule) AS last_rule FROM (${named}) GROUP BY reason ORDER BY reason IS NULL, reason = ${literal(REST_OF_REASONS)}, rows DESC, reason`;
}

/** `reasonCounts` of a run. */
export function runReasons(rowsFile: string): Sql {
  return reasonCounts(sql`SELECT reason, excluded_by FROM read_parquet(${literal(rowsFile)})`);
}

/** Counts that always add up: `total` is both others together, and the reasons together are `excluded`. */
export interface ScopeCounts {
  readonly included: number;
  readonly excluded: number;
  readonly total: number;
  /** Rows by reason; the rest at `REST_OF_REASONS`. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The rule that gave a reason; null where several did, or the feed did too. The feed's own reasons aren't here. */
  readonly rules: Readonly<Record<string, number | null>>;
}

export function readReasonCounts(rows: readonly WarehouseRow[]): ScopeCounts {
  const count = (some: readonly WarehouseRow[]): number => some.reduce((sum, row) => sum + Number(row["rows"]), 0);
  const excluded = rows.filter((row) => row["reason"] !== null);
  return {
    included: count(rows) - count(excluded),
    excluded: count(excluded),
    total: count(rows),
    reasons: Object.fromEntries(excluded.map((row) => [String(row["reason"]), Number(row["rows"])])),
    rules: Object.fromEntries(excluded.filter((row) => Number(row["by_rules"]) > 0).map((row) => [String(row["reason"]), onlyRule(row)])),
  };
}

function onlyRule({ rows, by_rules: byRules, first_rule: first, last_rule: last }: WarehouseRow): number | null {
  return Number(rows) === Number(byRules) && Number(first) === Number(last) ? Number(first) : null;
}

/** `currency, rows` of the published prices. */
export function runCurrencies(rowsFile: string, columns: readonly string[]): Sql {
  const currency = sql`regexp_extract(${outputColumn(columns, "price")}, ' ([A-Z]{3})$', 1)`;
  return sql`SELECT currency, count(*) AS rows FROM (SELECT ${currency} AS currency FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL)
    WHERE currency <> '' GROUP BY currency ORDER BY rows DESC, currency LIMIT 100`;
}

/** Links that tell where the shop is. */
const LINKS_LOOKED_AT = 10_000;
const HOSTS_MAX = 20;

/** `host` of the links at the beginning of the file, the most frequent first. */
export function runLinkHosts(rowsFile: string, columns: readonly string[]): Sql {
  const links = sql`SELECT ${outputColumn(columns, "link")} AS link FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL LIMIT ${integer(LINKS_LOOKED_AT)}`;
  const hosts = sql`SELECT ${hostOf(sql`link`)} AS host FROM (${links})`;
  return sql`SELECT host FROM (${hosts}) WHERE host <> '' GROUP BY host ORDER BY count(*) DESC, host LIMIT ${integer(HOSTS_MAX)}`;
}
