import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "../feeds/index.ts";

/** What decides on which feeds a shop may have. */
export interface ShopOfFeeds {
  readonly storefront: "csv" | "shopify";
  /** Null: the platform has not said yet, or never does. */
  readonly access_scopes: readonly string[] | null;
  readonly primary_locale: string;
  /** Those the shop publishes, the primary one among them. */
  readonly languages: readonly string[];
  /** Of the plan. */
  readonly plan: string;
  readonly additional_feeds: boolean;
}

export async function findShopOfFeeds({ db, shopId }: ShopDb): Promise<ShopOfFeeds> {
  return db
    .selectFrom("shops")
    .innerJoin("plans", "plans.code_name", "shops.subscription_plan")
    .select([
      "shops.storefront",
      "shops.access_scopes",
      "shops.primary_locale",
      "shops.languages",
      "plans.name as plan",
      "plans.additional_feeds",
    ])
    .where("shops.id", "=", shopId)
    .executeTakeFirstOrThrow();
}

/** Names of the plans that include more than the primary feed, the smallest first. */
export async function listPlansWithFeeds({ db }: Pick<ShopDb, "db">): Promise<readonly string[]> {
  const plans = await db.selectFrom("plans").select("name").where("additional_feeds", "=", true).orderBy("id").execute();
  return plans.map(({ name }) => name);
}

/** Locks the feed the others are copied from, so that feeds of a shop are made one after another. */
export async function lockPrimaryFeed({ db, shopId }: ShopDb): Promise<void> {
  await db
    .selectFrom("feeds")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("feed_type", "=", "primary")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Of all feeds, inactive ones too: their URLs stay theirs. */
export async function findFeedOfFile({ db, shopId }: ShopDb, fileName: string): Promise<FeedRow | undefined> {
  return db.selectFrom("feeds").selectAll().where("shop_id", "=", shopId).where("file_name", "=", fileName).executeTakeFirst();
}

/** Of all feeds, the primary and inactive ones too. */
export async function findFeedOfSlug({ db, shopId }: ShopDb, slug: string): Promise<FeedRow | undefined> {
  return db
    .selectFrom("feeds")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("slug", "=", slug)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export async function countFeeds({ db, shopId }: ShopDb): Promise<number> {
  const { feeds } = await db
    .selectFrom("feeds")
    .select((select) => select.fn.countAll<number>().as("feeds"))
    .where("shop_id", "=", shopId)
    .executeTakeFirstOrThrow();
  return feeds;
}

export interface NewFeed {
  readonly feedType: "language" | "market";
  readonly locale: string | null;
  readonly displayName: string;
  /** Null: `feed-<id>`. */
  readonly slug: string | null;
  readonly targetMarket: string | null;
  readonly targetCountry: string;
  readonly mode: FeedRow["product_selection_mode"];
  readonly collection: ChosenCollection | null;
}

export interface ChosenCollection {
  /** The platform's own; null where it knows collections by title. */
  readonly id: string | null;
  readonly title: string;
}

/** A feed with the mapping, settings, guard and extra columns of the primary one. None where its slug or file name is taken; the primary feed is locked. */
export async function insertCopiedFeed({ db, shopId }: ShopDb, feed: NewFeed): Promise<FeedRow | undefined> {
  const made = await sql<FeedRow>`
    with numbered as (select nextval(pg_get_serial_sequence('feeds', 'id')) as id),
      named as (select id, coalesce(${feed.slug}::text, 'feed-' || id) as slug from numbered)
    insert into feeds (id, shop_id, feed_type, locale, display_name, slug, file_name, target_market, target_country,
      product_selection_mode, selected_collection_id, selected_collection_title, settings, mappings, mapping_lookups, extra_columns)
    overriding system value
    select named.id, shop_id, ${feed.feedType}, ${feed.locale}, ${feed.displayName}, named.slug,
      'gmcfeed-' || coalesce(${feed.locale}::text, named.slug) || '.txt', ${feed.targetMarket}, ${feed.targetCountry},
      ${feed.mode}, ${feed.collection?.id ?? null}, ${feed.collection?.title ?? null}, settings, mappings, mapping_lookups, extra_columns
    from named, feeds where shop_id = ${shopId} and feed_type = 'primary'
      and not exists (select from feeds as others where others.shop_id = ${shopId} and others.slug = named.slug)
    on conflict (shop_id, file_name) do nothing returning *`.execute(db);
  return made.rows[0];
}

export type FeedChange = Partial<Pick<FeedRow, "display_name" | "target_market" | "target_country">>;

export async function changeFeed({ db, shopId }: ShopDb, id: FeedId, change: FeedChange): Promise<boolean> {
  const changed = await db
    .updateTable("feeds")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

export async function setFeedActive({ db, shopId }: ShopDb, id: FeedId, active: boolean): Promise<FeedRow | undefined> {
  return db
    .updateTable("feeds")
    .set({ active, updated_at: sql<Date>`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("active", "<>", active)
    .returningAll()
    .executeTakeFirst();
}
