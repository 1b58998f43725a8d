import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Whether the feed has a rule. */
export async function ruleExists({ db, shopId }: ShopDb, feedId: FeedId, ruleId: number): Promise<boolean> {
  const row = await db
    .selectFrom("rules")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "=", ruleId)
    .executeTakeFirst();
  return row !== undefined;
}
