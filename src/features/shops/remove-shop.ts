import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { deleteShop } from "./shop-queries.ts";

/** Takes an installation back: its rows first, then its objects, which nobody can name any more. */
export async function removeShop({ objects }: Services, shop: ShopDb): Promise<void> {
  await shop.db.transaction().execute((transaction) => deleteShop({ ...shop, db: transaction }));
  await objects.remove(`shops/${shop.shopId}/`);
}
