import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { WantedParts } from "../../storefronts/storefront-port.ts";

/** What the shop's active language and market feeds need of the platform. An extract reads no more than that. */
export async function findWantedParts({ db, shopId }: ShopDb): Promise<WantedParts> {
  const feeds = await db
    .selectFrom("feeds")
    .select(["feed_type", "locale", "target_country"])
    .where("shop_id", "=", shopId)
    .where("active", "=", true)
    .orderBy("id")
    .execute();
  const locales = feeds.flatMap(({ locale }) => (locale === null ? [] : [locale]));
  const countries = feeds.flatMap((feed) => (feed.feed_type === "market" ? [feed.target_country] : []));
  return { locales: [...new Set(locales)], countries: [...new Set(countries)] };
}
