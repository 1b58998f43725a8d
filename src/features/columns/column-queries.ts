import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** For `changeDefinition`, which holds the feed's lock. `lookups`: tables that the expressions among them name. */
export async function storeMappings(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  mappings: Readonly<Record<string, string | null>>,
  lookups: readonly string[],
): Promise<void> {
  await db
    .updateTable("feeds")
    .set({ mappings: JSON.stringify(mappings), mapping_lookups: [...lookups] })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .execute();
}

/** What each of the feed's active rules takes of the bounds that rules share with mappings. */
export async function listRuleSizes({ db, shopId }: ShopDb, feedId: FeedId) {
  return db
    .selectFrom("rules")
    .select(["parts", "feedwide"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("active", "=", true)
    .execute();
}
