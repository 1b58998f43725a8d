import { type Selectable, sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import { compiledRows, type Database, type ShopDb } from "../../platform/postgres/postgres-port.ts";

export type FeedRow = Selectable<Database["feeds"]>;

/** A feed with what the list says of it. Named column by column: settings and mappings are large, and only statements that name their columns are prepared. */
const listedFeed = ({ db, shopId }: ShopDb) =>
  db
    .selectFrom("feeds")
    .innerJoin("shops", "shops.id", "feeds.shop_id")
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .select(["feeds.id", "feeds.shop_id", "feeds.feed_type", "feeds.locale", "feeds.display_name", "feeds.file_name"])
    .select(["feeds.live_run_id", "feeds.created_at", "shops.feed_token"])
    .select(["runs.included_count as live_count", "runs.completed_at as live_at"])
    .where("feeds.shop_id", "=", shopId);

/** The same with its scope and definition, and whether extracts are under way. */
const feedView = (shop: ShopDb) =>
  listedFeed(shop)
    .leftJoin("feed_scopes", "feed_scopes.feed_id", "feeds.id")
    .select(["feeds.target_market", "feeds.target_country", "feeds.product_selection_mode", "feeds.slug", "feeds.active"])
    .leftJoin("extracts as live_extract", "live_extract.id", "shops.live_extract_id")
    .select(["feeds.settings", "shops.currency", "shops.country", "shops.markets", "shops.primary_locale", "live_extract.snapshot"])
    .select(sql`runs.output -> 'translation'`.as("translation"))
    .select(["feeds.definition_version", "shops.live_extract_id", "feed_scopes.total_count as scope_count"])
    .select(sql<string[]>`array(select channel from feed_channels where feed_channels.feed_id = feeds.id order by channel)`.as("channels"))
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
    );

export type ListedFeed = Awaited<ReturnType<typeof listFeedViews>>[number];
export type FeedView = NonNullable<Awaited<ReturnType<typeof findFeedView>>>;

const activeFeeds = (shop: ShopDb) => listedFeed(shop).where("feeds.active", "=", true).orderBy("feeds.id");
const inactiveFeeds = (shop: ShopDb) => listedFeed(shop).where("feeds.active", "=", false).orderBy("feeds.id");

/** Active or inactive feeds in the order they were made. */
export async function listFeedViews(shop: ShopDb, { active }: { readonly active: boolean }) {
  return compiledRows(shop, active ? activeFeeds : inactiveFeeds);
}

export async function findFeedView(shop: ShopDb, id: FeedId) {
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

/**
 * Locks all feeds of the shop, in the order in which everybody locks them: what a shop says of a product is read by each, so that two changes of one
 * moment see each other.
 */
export async function lockFeeds({ db, shopId }: ShopDb) {
  return db
    .selectFrom("feeds")
    .select(["id", "active", "definition_version"])
    .where("shop_id", "=", shopId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
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

/** When the shop had its first live run; null: not yet. It is noted once and stays. */
export async function findFirstFeedAt({ db, shopId }: ShopDb): Promise<Date | null> {
  const shop = await db.selectFrom("shops").select("feed_created_at").where("id", "=", shopId).executeTakeFirstOrThrow();
  return shop.feed_created_at;
}

export async function lockShopOfFeeds({ db, shopId }: ShopDb): Promise<void> {
  await db.selectFrom("shops").select("id").where("id", "=", shopId).forNoKeyUpdate().execute();
}

/** Notes the shop's first live run; `false`: it had one. */
export async function markFirstFeed({ db, shopId }: ShopDb, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable("shops")
    .set({ feed_created_at: at })
    .where("id", "=", shopId)
    .where("feed_created_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}
