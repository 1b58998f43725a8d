import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunRow } from "./run-queries.ts";

/** The newest held run of a feed that has never had a live one. */
export async function findHeldFirstRun({ db, shopId }: ShopDb, feedId: FeedId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .innerJoin("feeds", "feeds.id", "runs.feed_id")
    .selectAll("runs")
    .where("runs.shop_id", "=", shopId)
    .where("runs.feed_id", "=", feedId)
    .where("feeds.live_run_id", "is", null)
    .where("runs.publication", "=", "held")
    .where("runs.expired_at", "is", null)
    .orderBy("runs.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The feed's newest held run, if it would replace the live one. */
export async function findHeldRun({ db, shopId }: ShopDb, feedId: FeedId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .innerJoin("feeds", "feeds.id", "runs.feed_id")
    .selectAll("runs")
    .where("runs.shop_id", "=", shopId)
    .where("runs.feed_id", "=", feedId)
    .where("runs.publication", "=", "held")
    .where("runs.expired_at", "is", null)
    .where((where) => where.or([where("feeds.live_run_id", "is", null), where("runs.id", ">", where.ref("feeds.live_run_id"))]))
    .orderBy("runs.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
