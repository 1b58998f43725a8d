import { sql } from "kysely";
import type { FeedId, RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** `false`: it isn't held, or no longer. The caller holds the feed's lock, which publishing takes too. */
export async function discardHeldRun({ db, shopId }: ShopDb, feedId: FeedId, id: RunId): Promise<boolean> {
  const discarded = await db
    .updateTable("runs")
    .set({ publication: "discarded" })
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "=", id)
    .where("publication", "=", "held")
    .returning("id")
    .executeTakeFirst();
  return discarded !== undefined;
}

/** Makes it what it would be had it not been discarded: held, or superseded where a newer run has gone live. The caller holds the feed's lock. */
export async function restoreDiscardedRun({ db, shopId }: ShopDb, feedId: FeedId, id: RunId): Promise<boolean> {
  const live = db.selectFrom("feeds").select("live_run_id").where("id", "=", feedId).where("shop_id", "=", shopId);
  const restored = await db
    .updateTable("runs")
    .set({ publication: sql<"held" | "superseded">`case when ${live} > runs.id then 'superseded' else 'held' end` })
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "=", id)
    .where("publication", "=", "discarded")
    .returning("id")
    .executeTakeFirst();
  return restored !== undefined;
}
