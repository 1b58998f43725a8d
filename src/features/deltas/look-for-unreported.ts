import { type ShopId, storedId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import type { Changed } from "../../storefronts/storefront-port.ts";
import { findStorefrontShop, requestBudget } from "../extracts/index.ts";
import { markUnreported } from "../marks/index.ts";
import type { Services } from "../operation.ts";
import { openShopTokens } from "../shopify-grants/index.ts";
import { claimLook, type ClaimedLook, endLook, findReadings } from "./look-queries.ts";

interface Looking {
  readonly db: Db;
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
  readonly signal: AbortSignal;
}

/** So many marks are a full extract's, whatever else has changed. */
const PRODUCTS_MAX = 10_000;
/** Forty pages of a throttled shop. */
const ASK_MS = 5 * 60_000;

/**
 * Asks Shopify which products of the next shop have changed since the last look, and marks those that no delta has read since: deliveries get lost.
 * Deletions aren't found this way; full extracts find them. False: no shop is due.
 */
export async function lookForUnreported(services: Services, { db, openShop, signal }: Looking): Promise<boolean> {
  const { lookEveryS } = services.deltas;
  if (lookEveryS === 0 || services.storefronts.shopify?.changedSince === undefined) return false;
  const claimed = await claimLook(db);
  if (claimed === undefined) return false;
  const shop = openShop(db, storedId("shop", claimed.shop_id));
  const askedAt = services.clock.now();
  try {
    const changed = await ask(services, shop, { claimed, signal });
    if (changed === undefined) return true;
    const unread = await unreadOf(shop, changed);
    const through = changed.isCut ? (changed.products.at(-1)?.changedAt ?? askedAt) : askedAt;
    await transact(db, async (transaction) => {
      const inside = openShop(transaction, shop.shopId);
      if (unread.length > 0) await markUnreported(inside, unread);
      await endLook(inside, { through, againAfterS: lookEveryS });
    });
    if (unread.length > 0)
      services.log.info({ shop_id: claimed.shop_id, products: unread.length }, "found products that changed without a webhook");
  } catch (error) {
    signal.throwIfAborted();
    services.log.info({ shop_id: claimed.shop_id, error: String(error) }, "could not ask a shop what has changed");
  }
  return true;
}

interface Asking {
  readonly claimed: ClaimedLook;
  readonly signal: AbortSignal;
}

async function ask(services: Services, shop: ShopDb, { claimed, signal }: Asking): Promise<Changed | undefined> {
  const { storefront: kind, ...storefrontShop } = await findStorefrontShop(shop);
  return services.storefronts[kind]?.changedSince?.({
    shop: { ...storefrontShop, tokens: openShopTokens(services, shop) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
    budget: requestBudget(shop),
    since: claimed.since,
    most: PRODUCTS_MAX,
  });
}

/** What a delta has read as it is now is known already. */
async function unreadOf(shop: ShopDb, { products }: Changed) {
  const readings = await findReadings(
    shop,
    products.map(({ id }) => id),
  );
  return products.flatMap(({ id, changedAt }) => {
    const read = readings.get(id);
    return read !== undefined && read >= changedAt ? [] : [{ kind: "product" as const, subject: Number(id), changedAt }];
  });
}
