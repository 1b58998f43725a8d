import { RequestError } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { quotaSentence } from "./quota-sentence.ts";
import type { StorageKind } from "./storage-kinds.ts";
import { addedBytes, findRoom } from "./storage-queries.ts";

/**
 * Throws `storage_quota_exceeded` where the transaction has added bytes of these kinds to a shop that keeps more than it may. What removes as
 * much as it adds goes through however full the shop is.
 */
export async function requireRoom(shop: ShopDb, quotaBytes: number, kinds: readonly StorageKind[]): Promise<void> {
  if ((await addedBytes(shop, kinds)) <= 0) return;
  const room = await findRoom(shop.db, shop.shopId, quotaBytes);
  if (room === undefined || room.quotaBytes === 0 || room.usedBytes <= room.quotaBytes) return;
  throw new RequestError("storage_quota_exceeded", { message: quotaSentence(room) });
}
