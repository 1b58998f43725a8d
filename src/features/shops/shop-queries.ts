import { type Selectable, sql } from "kysely";
import type { Database, Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { storageByKind } from "../storage/index.ts";

/** Shops with what their answer needs of the primary feed and the live snapshot. */
const shopViews = (db: Db) =>
  db
    .selectFrom("shops")
    .leftJoin("feeds", (join) => join.onRef("feeds.shop_id", "=", "shops.id").on("feeds.feed_type", "=", "primary"))
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .leftJoin("extracts", "extracts.id", "shops.live_extract_id")
    .selectAll("shops")
    .select(["feeds.file_name", "feeds.id as primary_feed_id", "runs.included_count as live_count", "extracts.completed_at as synced_at"])
    .select(storageByKind.as("storage"));

export async function findShopView({ db, shopId }: ShopDb) {
  return shopViews(db).where("shops.id", "=", shopId).executeTakeFirst();
}

/** For an admin: shops whose domain holds the text, uninstalled ones too, in the order they were made. */
export async function listShopViews(db: Db, { search, limit, offset }: ShopSearch) {
  const named = sql<boolean>`strpos(lower(shops.domain), ${search.toLowerCase()}) > 0`;
  const rows = await shopViews(db).where(named).orderBy("shops.id").limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom("shops")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where(named)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

interface ShopSearch {
  /** Blank: any. */
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

export type ShopView = NonNullable<Awaited<ReturnType<typeof findShopView>>>;

/** For the command line: every installed shop. */
export async function listShops(db: Db) {
  return db
    .selectFrom("shops")
    .leftJoin("feeds", (join) => join.onRef("feeds.shop_id", "=", "shops.id").on("feeds.feed_type", "=", "primary"))
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .select([
      "shops.id",
      "shops.domain",
      "shops.name",
      "shops.storefront",
      "shops.feed_token",
      "feeds.file_name",
      "feeds.id as primary_feed_id",
      "runs.included_count as live_count",
    ])
    .where("shops.uninstalled_at", "is", null)
    .orderBy("shops.id")
    .execute();
}

export async function findShopByDomain(db: Db, domain: string) {
  return db
    .selectFrom("shops")
    .select(["id", "domain"])
    .where(sql`lower(domain)`, "=", domain.toLowerCase())
    .where("uninstalled_at", "is", null)
    .executeTakeFirst();
}

/** Until the transaction ends: of two installations of one domain the second one sees the first. */
export async function lockDomain(db: Db, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`install ${domain.toLowerCase()}`}, 0))`.execute(db);
}

export interface NewShop {
  readonly domain: string;
  readonly name: string;
  readonly storefront: "csv" | "shopify";
  readonly storefrontConfig: object;
  readonly currency: string;
  readonly country: string;
  readonly primaryLocale: string;
  readonly languages: readonly string[];
  /** IANA; UTC where it is left out. */
  readonly timeZone?: string | undefined;
  readonly feedToken: string;
  /** Of the token; left out where there is none. */
  readonly accessScopes?: readonly string[];
  readonly plan?: Selectable<Database["shops"]>["subscription_plan"] | undefined;
}

export async function insertShop(db: Db, shop: NewShop): Promise<number> {
  const { id } = await db
    .insertInto("shops")
    .values({
      domain: shop.domain,
      name: shop.name,
      storefront: shop.storefront,
      storefront_config: JSON.stringify(shop.storefrontConfig),
      currency: shop.currency,
      country: shop.country,
      primary_locale: shop.primaryLocale,
      languages: [...shop.languages],
      feed_token: shop.feedToken,
      ...(shop.timeZone === undefined ? {} : { time_zone: shop.timeZone }),
      ...(shop.accessScopes === undefined ? {} : { access_scopes: [...shop.accessScopes] }),
      ...(shop.plan === undefined ? {} : { subscription_plan: shop.plan }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function setStorefrontConfig({ db, shopId }: ShopDb, config: object): Promise<void> {
  await db
    .updateTable("shops")
    .set({ storefront_config: JSON.stringify(config), updated_at: sql`now()` })
    .where("id", "=", shopId)
    .execute();
}

/** Null: the installation's. */
export async function setStorageQuota({ db, shopId }: ShopDb, bytes: number | null): Promise<void> {
  await db
    .updateTable("shops")
    .set({ storage_quota_bytes: bytes, updated_at: sql<Date>`now()` })
    .where("id", "=", shopId)
    .execute();
}

/** Of the tokens before the last one; more changes in a week than anybody makes on purpose. */
const FORMER_TOKENS_MAX = 20;

/** The present token is served for some days more, and so is each before it until its own time is over. */
export async function replaceFeedToken({ db, shopId }: ShopDb, token: string, previousDays: number): Promise<void> {
  await db.selectFrom("shops").select("id").where("id", "=", shopId).forNoKeyUpdate().executeTakeFirstOrThrow();
  await db
    .insertInto("former_feed_tokens")
    .columns(["token", "shop_id", "served_until"])
    .expression((from) =>
      from
        .selectFrom("shops")
        .select(["feed_token_previous as token", "id as shop_id", "feed_token_previous_until as served_until"])
        .where("id", "=", shopId)
        .where("feed_token_previous_until", ">", sql<Date>`now()`),
    )
    .execute();
  await db
    .deleteFrom("former_feed_tokens")
    .where("shop_id", "=", shopId)
    .where("token", "not in", (kept) =>
      kept
        .selectFrom("former_feed_tokens")
        .select("token")
        .where("shop_id", "=", shopId)
        .where("served_until", ">", sql<Date>`now()`)
        .orderBy("served_until", "desc")
        .limit(FORMER_TOKENS_MAX),
    )
    .execute();
  await db
    .updateTable("shops")
    .set((set) => ({
      feed_token: token,
      feed_token_previous: set.ref("feed_token"),
      feed_token_previous_until: sql<Date>`now() + make_interval(days => ${previousDays})`,
      updated_at: sql<Date>`now()`,
    }))
    .where("id", "=", shopId)
    .execute();
}

export async function markUninstalled({ db, shopId }: ShopDb): Promise<void> {
  await db
    .updateTable("shops")
    .set({ uninstalled_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", shopId)
    .where("uninstalled_at", "is", null)
    .execute();
}

/** Until the transaction ends nobody installs the shop again. False: somebody has. */
export async function lockUninstalled({ db, shopId }: ShopDb): Promise<boolean> {
  const found = await db.selectFrom("shops").select("uninstalled_at").where("id", "=", shopId).forUpdate().executeTakeFirst();
  return found !== undefined && found.uninstalled_at !== null;
}

/** Shops uninstalled so many hours ago, the first ones first. */
export async function listUninstalled(db: Db, hours: number, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("shops")
    .select("id")
    .where("uninstalled_at", "<=", sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy("uninstalled_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes a shop and, by cascade, all its rows. Its keys go first: a change under way holds the key that asks for it and is waited for, and
 * the next one is refused. Then the two pointers into its own work. False: there is no such shop any more.
 */
export async function deleteShop({ db, shopId }: ShopDb): Promise<boolean> {
  await db.deleteFrom("api_keys").where("shop_id", "=", shopId).execute();
  // Before their deliveries, as results of those lock them; the shop's own cascade would begin at its events.
  await db.deleteFrom("webhooks").where("shop_id", "=", shopId).execute();
  await db.updateTable("shops").set({ live_extract_id: null }).where("id", "=", shopId).execute();
  await db.updateTable("feeds").set({ live_run_id: null }).where("shop_id", "=", shopId).execute();
  await db.deleteFrom("feed_scopes").where("shop_id", "=", shopId).execute();
  await db.deleteFrom("runs").where("shop_id", "=", shopId).execute();
  await db.deleteFrom("extracts").where("shop_id", "=", shopId).execute();
  const { numDeletedRows } = await db.deleteFrom("shops").where("id", "=", shopId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
