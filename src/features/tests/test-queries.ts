import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** For `changeDefinition`, which holds the feed's lock. A feed of another shop is left alone. */
export async function storeTests({ db, shopId }: ShopDb, feedId: FeedId, tests: readonly object[]): Promise<void> {
  await db
    .updateTable("feeds")
    .set({ tests: JSON.stringify(tests) })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .execute();
}
