import type { Sql } from "../../kernel/sql.ts";
import { literal, sql } from "../sql/fragment.ts";
import { outputColumn } from "./run-files.ts";

/** `included, excluded, total` of a run. */
export function runCounts(rowsFile: string): Sql {
  return sql`SELECT count(*) FILTER (WHERE reason IS NULL) AS included, count(*) FILTER (WHERE reason IS NOT NULL) AS excluded, count(*) AS total
    FROM read_parquet(${literal(rowsFile)})`;
}

/** `reason, rows`: how many rows each reason excluded; the most frequent first, at most 1,000 of them. */
export function runReasons(rowsFile: string): Sql {
  return sql`SELECT reason, count(*) AS rows FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NOT NULL GROUP BY reason ORDER BY rows DESC, reason LIMIT 1000`;
}

/** `currency, rows` of the published prices. */
export function runCurrencies(rowsFile: string, columns: readonly string[]): Sql {
  const currency = sql`regexp_extract(${outputColumn(columns, "price")}, ' ([A-Z]{3})$', 1)`;
  return sql`SELECT currency, count(*) AS rows FROM (SELECT ${currency} AS currency FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL)
    WHERE currency <> '' GROUP BY currency ORDER BY rows DESC, currency LIMIT 100`;
}
