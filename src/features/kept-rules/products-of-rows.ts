import { productsOfSourceRows } from "../../engine/source/find-row.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot, SOURCE_INDEX_FILE } from "../snapshots/index.ts";

/** The platform's product of each row, of those that the live snapshot has. Undefined: there is no snapshot. */
export async function productsOfRows(call: ShopCall, rowIds: readonly number[]): Promise<ReadonlyMap<number, number> | undefined> {
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return undefined;
  if (rowIds.length === 0) return new Map();
  await using index = await call.objects.local(`${snapshot.prefix}${SOURCE_INDEX_FILE}`);
  const rows = await call.warehouse.of(call.shop.shopId).query(productsOfSourceRows(index.path, rowIds));
  return new Map(rows.map((row) => [Number(row["row_id"]), Number(row["product_id"])]));
}
