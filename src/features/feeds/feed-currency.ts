import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type FeedRow, findFeedView } from "./feed-queries.ts";
import { currencyOfFeed } from "./market-currency.ts";

/** Everything that decides the currency of a feed's prices, except its settings. */
export type FeedCurrency = Omit<Parameters<typeof currencyOfFeed>[0], "settings">;

export async function findFeedCurrency(shop: ShopDb, { id }: Pick<FeedRow, "id">): Promise<FeedCurrency | null> {
  const view = await findFeedView(shop, storedId("feed", id));
  if (view === undefined) return null;
  const { feed_type, target_market, target_country, currency, country, markets, snapshot } = view;
  return { feed_type, target_market, target_country, currency, country, markets, snapshot };
}

/** Null if it isn't known. */
export function currencyWith(told: FeedCurrency | null, { settings }: Pick<FeedRow, "settings">): string | null {
  return told === null ? null : currencyOfFeed({ ...told, settings });
}
