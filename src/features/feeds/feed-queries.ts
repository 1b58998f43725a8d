import type { Selectable } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type FeedRow = Selectable<Database["feeds"]>;

/** A feed with what its answers need of the shop, the live run, the scope and extracts under way. */
const feedView = ({ db, shopId }: ShopDb) =>
  db
    .selectFrom("feeds")
    .innerJoin("shops", "shops.id", "feeds.shop_id")
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .leftJoin("feed_scopes", "feed_scopes.feed_id", "feeds.id")
    .selectAll("feeds")
    .select([
      "shops.feed_token",
      "shops.live_extract_id",
      "runs.included_count as live_count",
      "runs.completed_at as live_at",
      "feed_scopes.total_count as scope_count",
    ])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom("extracts")
            .select("extracts.id")
            .whereRef("extracts.shop_id", "=", "feeds.shop_id")
            .where("extracts.status", "in", ["pending", "running"])
            .where("extracts.type", "<>", "delta"),
        )
        .as("extracting"),
    )
    .where("feeds.shop_id", "=", shopId);

export type FeedView = Awaited<ReturnType<typeof listFeedViews>>[number];

/** Active feeds in the order they were made. */
export async function listFeedViews(shop: ShopDb) {
  return feedView(shop).where("feeds.active", "=", true).orderBy("feeds.id").execute();
}

export async function findFeedView(shop: ShopDb, id: FeedId): Promise<FeedView | undefined> {
  return feedView(shop).where("feeds.id", "=", id).executeTakeFirst();
}

export async function findFeed({ db, shopId }: ShopDb, id: FeedId): Promise<FeedRow | undefined> {
  return db.selectFrom("feeds").selectAll().where("shop_id", "=", shopId).where("id", "=", id).executeTakeFirst();
}

/**
 * Locks the feed, so that two triggers of one moment see each other. Shop, feed, run, extract is the order in which locks are
 * taken; the lock leaves the key alone, which rows that refer to the feed share.
 */
export async function lockFeed({ db, shopId }: ShopDb, id: FeedId): Promise<FeedRow | undefined> {
  return db.selectFrom("feeds").selectAll().where("shop_id", "=", shopId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

export async function listActiveFeeds({ db, shopId }: ShopDb): Promise<readonly FeedRow[]> {
  return db.selectFrom("feeds").selectAll().where("shop_id", "=", shopId).where("active", "=", true).orderBy("id").execute();
}

export async function insertPrimaryFeed(
  { db, shopId }: ShopDb,
  feed: { readonly displayName: string; readonly country: string },
): Promise<FeedRow> {
  return db
    .insertInto("feeds")
    .values({
      shop_id: shopId,
      feed_type: "primary",
      display_name: feed.displayName,
      slug: "primary",
      file_name: "gmcfeed.txt",
      target_country: feed.country,
      settings: "{}",
      mappings: "{}",
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The rules that run, in order. */
export async function listActiveRules({ db, shopId }: ShopDb, feedId: FeedId) {
  return db
    .selectFrom("rules")
    .select(["id", "definition"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("active", "=", true)
    .orderBy("position")
    .execute();
}

/** Rows the shop's plan allows a feed; null for any number. An operator's change of the plan counts from the next run on. */
export async function findAllowance({ db, shopId }: ShopDb): Promise<number | null> {
  const plan = await db
    .selectFrom("shops")
    .innerJoin("plans", "plans.code_name", "shops.subscription_plan")
    .select("plans.skus_max")
    .where("shops.id", "=", shopId)
    .executeTakeFirstOrThrow();
  return plan.skus_max;
}
