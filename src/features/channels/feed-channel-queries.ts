import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Assignments with what the live run made for them. */
const assignments = ({ db, shopId }: ShopDb, feedId: FeedId) =>
  db
    .selectFrom("feed_channels")
    .innerJoin("feeds", "feeds.id", "feed_channels.feed_id")
    .innerJoin("shops", "shops.id", "feed_channels.shop_id")
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .selectAll("feed_channels")
    .select(["feeds.file_name", "shops.feed_token"])
    .select(sql`runs.output -> 'channels' -> feed_channels.channel`.as("live"))
    .where("feed_channels.shop_id", "=", shopId)
    .where("feed_channels.feed_id", "=", feedId);

export type AssignmentView = Awaited<ReturnType<typeof listAssignmentViews>>[number];

/** In the order of their slugs. */
export async function listAssignmentViews(shop: ShopDb, feedId: FeedId) {
  return assignments(shop, feedId).orderBy("feed_channels.channel").execute();
}

export async function findAssignmentView(shop: ShopDb, feedId: FeedId, slug: string): Promise<AssignmentView | undefined> {
  return assignments(shop, feedId).where("feed_channels.channel", "=", slug).executeTakeFirst();
}
