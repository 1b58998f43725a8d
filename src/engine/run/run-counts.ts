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

/**
 * `added, removed, changed, kept, reidentified` between two indexes, over included rows. `reidentified` counts kept rows whose
 * published id is another one: to a channel those are new products.
 */
export function indexDifference(before: string, after: string): Sql {
  const included = (file: string): Sql => sql`(SELECT row_id, published_id, row_hash FROM read_parquet(${literal(file)}) WHERE NOT excluded)`;
  return sql`SELECT count(*) FILTER (WHERE b.row_id IS NULL) AS added, count(*) FILTER (WHERE a.row_id IS NULL) AS removed,
    count(*) FILTER (WHERE a.row_hash <> b.row_hash) AS changed, count(*) FILTER (WHERE a.row_id = b.row_id) AS kept,
    count(*) FILTER (WHERE a.published_id <> b.published_id) AS reidentified
    FROM ${included(before)} b FULL JOIN ${included(after)} a USING (row_id)`;
}
