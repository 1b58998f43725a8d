import { statesBefore } from "../../kernel/lifecycle.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { lockFeeds } from "../feeds/index.ts";
import { forgetMarks } from "../marks/index.ts";
import { cancelRunsOfShop } from "../runs/index.ts";
import { EXTRACT, EXTRACT_STATUSES } from "./extract.ts";
import { lockShop } from "./extract-queries.ts";

/**
 * Ends all that waits or works for a shop, when it is uninstalled; nobody is told. Shop, feeds, runs, extracts: so do the ends of extracts and
 * runs lock them.
 */
export async function cancelShopWork(shop: ShopDb): Promise<void> {
  await lockShop(shop);
  await lockFeeds(shop);
  await cancelRunsOfShop(shop);
  await forgetMarks(shop);
  await shop.db
    .updateTable("extracts")
    .set({ status: "cancelled" })
    .where("shop_id", "=", shop.shopId)
    .where("status", "in", [...statesBefore(EXTRACT, "cancel", EXTRACT_STATUSES)])
    .execute();
}
