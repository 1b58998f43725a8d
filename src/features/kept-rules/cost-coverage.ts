import { literal, name, sql } from "../../engine/sql/fragment.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot, SOURCE_FILE } from "../snapshots/index.ts";

export interface CostCoverage {
  readonly with_cost: number;
  readonly total: number;
}

/** How many of the shop's rows say what they cost the shop. */
export async function readCostCoverage(call: ShopCall): Promise<CostCoverage> {
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return { with_cost: 0, total: 0 };
  await using source = await call.objects.local(`${snapshot.prefix}${SOURCE_FILE}`);
  const cost = name(`s${snapshot.facts.columns.indexOf("cost") + 1}`);
  const [row] = await call.warehouse
    .of(call.shop.shopId)
    .query(sql`SELECT count(*) AS total, count(*) FILTER (WHERE ${cost} <> '') AS with_cost FROM read_parquet(${literal(source.path)})`);
  return { with_cost: Number(row?.["with_cost"] ?? 0), total: Number(row?.["total"] ?? 0) };
}
