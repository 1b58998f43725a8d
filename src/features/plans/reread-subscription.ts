import { type ShopId, storedId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { lockShop } from "../extracts/index.ts";
import type { Services } from "../operation.ts";
import { claimUnread } from "./charge-queries.ts";
import { applyBilling, type BillingServices, openBilling, readBilling } from "./platform-billing.ts";
import { findSubscription } from "./plan-queries.ts";

type RereadServices = BillingServices & Pick<Services, "queue">;

/**
 * Reads the shop's subscription from Shopify and makes it the shop's plan: after the merchant comes back from Shopify's page, when a webhook says that
 * something changed, and once a day. Nothing happens for a shop that isn't billed through Shopify. Throws `AppFault` if Shopify can't be asked.
 */
export async function rereadSubscription(services: RereadServices, shop: ShopDb, signal?: AbortSignal): Promise<void> {
  const billing = await openBilling(services, shop, signal);
  if (billing === undefined) return;
  const reading = await readBilling(billing);
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    await lockShop(inside);
    const call = { shop: inside, queue: services.queue, clock: services.clock };
    await applyBilling(call, await findSubscription(inside), reading);
  });
}

/** Of one look. */
const READ_MAX = 20;

/** Rereads what nobody has read for a day. A shop that can't be read now comes again in an hour. */
export async function rereadOldSubscriptions(
  services: RereadServices,
  { db, openShop }: { readonly db: Db; readonly openShop: (db: Db, shopId: ShopId) => ShopDb },
  signal: AbortSignal,
): Promise<void> {
  if (services.shopifyApp === null) return;
  for (const id of await claimUnread(db, READ_MAX)) {
    signal.throwIfAborted();
    await rereadSubscription(services, openShop(db, storedId("shop", id)), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      services.log.info({ shop_id: id, error: String(error) }, "couldn't read a subscription from Shopify");
    });
  }
}
