import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** For `changeDefinition`, which holds the feed's lock. A feed of another shop is left alone. */
export async function storeExtraColumns({ db, shopId }: ShopDb, feedId: FeedId, names: readonly string[]): Promise<void> {
  await db
    .updateTable("feeds")
    .set({ extra_columns: [...names] })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .execute();
}
