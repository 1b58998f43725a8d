import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findSellingPlaces, pricedCountry } from "../feeds/index.ts";
import type { WantedParts } from "../../storefronts/storefront-port.ts";

/** What the shop's active language and market feeds need of the platform. An extract reads no more than that. */
export async function findWantedParts(shop: ShopDb): Promise<WantedParts> {
  const { db, shopId } = shop;
  const { markets } = await findSellingPlaces(shop);
  const feeds = await db
    .selectFrom("feeds")
    .select(["feed_type", "locale", "target_market", "target_country"])
    .where("shop_id", "=", shopId)
    .where("active", "=", true)
    .orderBy("id")
    .execute();
  const locales = feeds.flatMap(({ locale }) => (locale === null ? [] : [locale]));
  const countries = feeds.flatMap((feed) => (feed.feed_type === "market" ? [pricedCountry(feed, markets)] : []));
  return { locales: [...new Set(locales)], countries: [...new Set(countries)] };
}
