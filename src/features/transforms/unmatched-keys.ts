import type { AsideFile } from "../../engine/plan/chain-query.ts";
import { integer, literal, name, sql } from "../../engine/sql/fragment.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";

/** Keys a run looked up in a table that does not have them, the most frequent first. */
export interface UnmatchedKeys {
  readonly table: string;
  readonly keys: readonly { readonly key: string; readonly count: number }[];
}

/** Enough to see what is missing. */
const KEYS_MAX = 20;

/** One entry for each table that was asked, also where it had every key. */
export async function findUnmatched(session: WarehouseSession, asides: readonly AsideFile[]): Promise<readonly UnmatchedKeys[]> {
  const found = new Map<string, Map<string, number>>();
  for (const { file, layer } of asides) {
    for (const { as, of } of layer.asides) {
      if (of.kind !== "lookup") continue;
      const table = of.table.toLowerCase();
      const counts = found.get(table) ?? new Map<string, number>();
      found.set(table, counts);
      const key = name(`u${as}`);
      const rows = await session.all(
        sql`SELECT ${key} AS key, count(*) AS rows FROM read_parquet(${literal(file)}) WHERE ${key} IS NOT NULL GROUP BY ${key} ORDER BY rows DESC, key LIMIT ${integer(KEYS_MAX)}`,
      );
      for (const row of rows) counts.set(String(row["key"]), (counts.get(String(row["key"])) ?? 0) + Number(row["rows"]));
    }
  }
  return [...found].map(([table, counts]) => {
    const keys = [...counts].map(([key, count]) => ({ key, count })).toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    return { table, keys: keys.slice(0, KEYS_MAX) };
  });
}
