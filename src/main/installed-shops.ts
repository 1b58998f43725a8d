import { type ShopId, storedId } from "../kernel/ids.ts";
import type { Db } from "../platform/postgres/postgres-port.ts";

/** The shop of this number if it's installed; without a number, the only installed shop. */
export async function findSoleShop(db: Db, id?: number): Promise<ShopId | undefined> {
  const installed = db.selectFrom("shops").select("id").where("uninstalled_at", "is", null);
  const [shop, second] =
    id === undefined ? await installed.limit(2).execute() : await installed.where("id", "=", storedId("shop", id)).execute();
  return shop === undefined || second !== undefined ? undefined : storedId("shop", shop.id);
}
