import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findSellingPlaces, pricedCountry } from "../feeds/index.ts";
import type { WantedParts } from "../../storefronts/storefront-port.ts";

/** What the shop's active language and market feeds need of the platform. An extract reads no more than that; an export has all of it or none. */
export async function findWantedParts(shop: ShopDb): Promise<WantedParts> {
  const { db, shopId } = shop;
  const { markets } = await findSellingPlaces(shop);
  const feeds = await db
    .selectFrom("feeds")
    .innerJoin("shops", "shops.id", "feeds.shop_id")
    .select(["feeds.feed_type", "feeds.locale", "feeds.target_market", "feeds.target_country"])
    .where("feeds.shop_id", "=", shopId)
    .where("feeds.active", "=", true)
    .where("shops.storefront", "<>", "csv")
    .orderBy("feeds.id")
    .execute();
  const locales = feeds.flatMap(({ locale }) => (locale === null ? [] : [locale]));
  const countries = feeds.flatMap((feed) => (feed.feed_type === "market" ? [pricedCountry(feed, markets)] : []));
  return { locales: [...new Set(locales)], countries: [...new Set(countries)] };
}
