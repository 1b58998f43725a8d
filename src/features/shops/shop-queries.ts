import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

/** The shop with what its answer needs of the primary feed and the live snapshot. */
export async function findShopView({ db, shopId }: ShopDb) {
  return db
    .selectFrom("shops")
    .leftJoin("feeds", (join) => join.onRef("feeds.shop_id", "=", "shops.id").on("feeds.feed_type", "=", "primary"))
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .leftJoin("extracts", "extracts.id", "shops.live_extract_id")
    .selectAll("shops")
    .select(["feeds.file_name", "feeds.id as primary_feed_id", "runs.included_count as live_count", "extracts.completed_at as synced_at"])
    .where("shops.id", "=", shopId)
    .executeTakeFirst();
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

export interface NewShop {
  readonly domain: string;
  readonly name: string;
  readonly storefront: "csv" | "shopify";
  readonly storefrontConfig: object;
  readonly currency: string;
  readonly country: string;
  readonly primaryLocale: string;
  readonly languages: readonly string[];
  readonly feedToken: string;
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

/** Removes a shop and, by cascade, all its rows. The two pointers into its own work go first. */
export async function deleteShop({ db, shopId }: ShopDb): Promise<void> {
  await db.updateTable("shops").set({ live_extract_id: null }).where("id", "=", shopId).execute();
  await db.updateTable("feeds").set({ live_run_id: null }).where("shop_id", "=", shopId).execute();
  await db.deleteFrom("feed_scopes").where("shop_id", "=", shopId).execute();
  await db.deleteFrom("runs").where("shop_id", "=", shopId).execute();
  await db.deleteFrom("extracts").where("shop_id", "=", shopId).execute();
  await db.deleteFrom("shops").where("id", "=", shopId).execute();
}
