import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Answers whether there is such a feed. The caller holds its lock and calls `changeDefinition`. */
export async function storeSettings({ db, shopId }: ShopDb, feedId: FeedId, settings: object): Promise<boolean> {
  const stored = await db
    .updateTable("feeds")
    .set({ settings: JSON.stringify(settings) })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}
