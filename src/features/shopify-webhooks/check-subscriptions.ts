import { type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { openShopTokens } from "../shopify-grants/index.ts";
import { claimUnchecked, noteChecked } from "./shop-queries.ts";
import { SUBSCRIBED_TOPICS } from "./topics.ts";

interface Checking {
  readonly db: Db;
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
  readonly signal: AbortSignal;
}

/** Where Shopify sends deliveries. Null: it takes no address without encryption, but for a simulator. */
function deliveryUrl({ publicUrl, shopifyApp }: Pick<Services, "publicUrl" | "shopifyApp">): string | null {
  const isTaken = publicUrl.startsWith("https://") || (shopifyApp !== null && shopifyApp.simulatorUrl !== null);
  return isTaken ? `${publicUrl}/shopify/webhooks` : null;
}

/** Compares the subscriptions of the next shop with what they should be, and repairs them. False: no shop is due. */
export async function checkSubscriptions(services: Services, { db, openShop, signal }: Checking): Promise<boolean> {
  const { shopifyClient, log } = services;
  const uri = deliveryUrl(services);
  if (shopifyClient === null || uri === null) return false;
  const claimed = await claimUnchecked(db);
  if (claimed === undefined) return false;
  const shop = openShop(db, storedId("shop", claimed.id));
  try {
    const call = { shop: claimed.domain, tokens: openShopTokens(services, shop), signal };
    const kept = await shopifyClient.keepWebhooks(call, { uri, topics: SUBSCRIBED_TOPICS });
    await noteChecked(shop);
    if (kept.repaired > 0 || kept.refused.length > 0) log.info({ shop_id: claimed.id, ...kept }, "repaired a shop's webhook subscriptions");
  } catch (error) {
    log.warn({ shop_id: claimed.id, error: String(error) }, "could not check a shop's webhook subscriptions");
  }
  return true;
}
