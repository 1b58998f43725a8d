import type { ShopId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { exportPrefixes } from "../extracts/index.ts";
import type { Services } from "../operation.ts";
import { deleteShop } from "./shop-queries.ts";

/** Takes an installation back: its rows first, then its objects, which nobody can name any more. */
export async function removeShop({ objects }: Pick<Services, "objects">, shop: ShopDb): Promise<void> {
  await transact(shop.db, (transaction) => deleteShop({ ...shop, db: transaction }));
  await objects.remove(shopPrefix(shop.shopId));
}

/**
 * The same within the caller's transaction: a job removes the objects once it has committed, the export that was uploaded too. False: somebody
 * else has erased it meanwhile.
 */
export async function eraseShop({ queue }: Pick<Services, "queue">, shop: ShopDb): Promise<boolean> {
  const prefixes = await objectPrefixes(shop);
  if (!(await deleteShop(shop))) return false;
  for (const prefix of prefixes) await queue.enqueue(shop.db, "objects.remove", { prefix });
  return true;
}

/** Where the object store keeps what is a shop's: its snapshots, runs and tables, and the exports it was made of. */
export async function objectPrefixes(shop: ShopDb): Promise<readonly string[]> {
  return [shopPrefix(shop.shopId), ...(await exportPrefixes(shop))];
}

/** Below it lies all that DuckDB reads or makes of a shop. */
export const shopPrefix = (shopId: ShopId): string => `shops/${shopId}/`;
