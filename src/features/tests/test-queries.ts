import { sql } from "kysely";
import type { FeedTest } from "../../engine/run/feed-tests.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

export async function storeTests({ db, shopId }: ShopDb, feedId: FeedId, tests: readonly FeedTest[]): Promise<void> {
  await db
    .updateTable("feeds")
    .set({ tests: JSON.stringify(tests), updated_at: sql<Date>`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .execute();
}
