import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { cancelShopWork } from "../extracts/index.ts";
import { lockCallersOf } from "../keys/index.ts";
import { markUninstalled } from "./shop-queries.ts";

/**
 * Takes a shop out of service, in the caller's transaction: what waits and works for it ends, nothing of it is changed, served or told any more, and
 * its domain is free. Its keys go on reading until it is erased. Changes under way are waited for.
 */
export async function uninstallShop(shop: ShopDb): Promise<void> {
  await lockCallersOf(shop);
  await cancelShopWork(shop);
  await markUninstalled(shop);
}
