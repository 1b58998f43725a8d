import type { FeedFacts } from "../../engine/channels/channel-input.ts";
import { languageCode } from "../../kernel/language-code.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "../feeds/index.ts";

export interface RowFacts {
  /** Of most prices; null if no row has one. */
  readonly currency: string | null;
  readonly now: Date;
}

/** What a channel may know of the feed and its shop. */
export async function readFeedFacts({ db, shopId }: ShopDb, feed: FeedRow, { currency, now }: RowFacts): Promise<FeedFacts> {
  const shop = await db.selectFrom("shops").select(["name", "domain", "primary_locale"]).where("id", "=", shopId).executeTakeFirstOrThrow();
  return {
    country: feed.target_country,
    language: feed.locale ?? languageCode(shop.primary_locale) ?? shop.primary_locale,
    currency,
    shopName: shop.name,
    storeUrl: `https://${shop.domain}`,
    now: now.toISOString(),
  };
}
