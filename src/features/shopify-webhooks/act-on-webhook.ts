import { storedId } from "../../kernel/ids.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { AppFault } from "../../storefronts/shopify-app-port.ts";
import { recordAudit } from "../audit/index.ts";
import type { Services } from "../operation.ts";
import { rereadSubscription } from "../plans/index.ts";
import { findGrant, openShopTokens } from "../shopify-grants/index.ts";
import { eraseUninstalled, uninstallShop } from "../shops/index.ts";
import { ringExports } from "./export-bells.ts";
import { followScopes } from "./follow-scopes.ts";
import { findAppShop, listGoneShops } from "./shop-queries.ts";
import type { Acting, WebhookTask } from "./webhook-task.ts";

/** Rejects where it has to be tried again. */
export async function actOnWebhook(services: Services, acting: Acting, task: WebhookTask): Promise<void> {
  switch (task.topic) {
    case "app/uninstalled":
      return leave(services, acting, task);
    case "app_subscriptions/update": {
      const found = await findAppShop(acting.db, task.domain);
      return found === undefined
        ? undefined
        : rereadSubscription(services, acting.openShop(acting.db, storedId("shop", found.id)), acting.signal);
    }
    case "app/scopes_update":
      return followScopes(services, acting, task);
    case "bulk_operations/finish": {
      const found = await findAppShop(acting.db, task.domain);
      return found === undefined ? undefined : ringExports(acting.db, found.id);
    }
    case "shop/redact":
      return redact(services, acting, task);
    case "customers/data_request":
    case "customers/redact":
      return noteCustomers(acting, task);
    default:
      services.log.debug({ topic: task.topic }, "a delivery of Shopify asks for nothing");
  }
}

/**
 * Takes a shop out of service whose merchant has removed the app. Only Shopify can say so: a delivery that is late or played back arrives while the
 * app is installed, and then our token still works.
 */
async function leave(services: Services, { db, openShop, signal }: Acting, { domain, webhook_id: requestId }: WebhookTask): Promise<void> {
  const found = await findAppShop(db, domain);
  if (found === undefined || services.shopifyClient === null) return;
  const shop = openShop(db, storedId("shop", found.id));
  const before = await findGrant(shop);
  const isThere = await services.shopifyClient.billing({ shop: domain, tokens: openShopTokens(services, shop), signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppFault && error.fault === "ended") return false;
      throw error;
    },
  );
  if (isThere) return services.log.info({ shop_id: found.id }, "a delivery says that the app was uninstalled, but it is installed");
  await transact(db, async (transaction) => {
    const inside = openShop(transaction, shop.shopId);
    await uninstallShop(inside);
    // The merchant may have installed the app again since Shopify was asked; that stores a grant of its own.
    const now = await findGrant(inside);
    if (now?.grant_version !== before?.grant_version) throw new Error("the app was installed again meanwhile");
    await recordAudit(transaction, {
      shopId: shop.shopId,
      action: "shop.uninstalled",
      actor: { kind: "system" },
      facts: { answer: { data: { domain, platform: "shopify" } } },
      secrets: [],
      requestId,
    });
  });
}

/** Erases what there is of a shop 48 hours after its merchant has left. One in service again stays. */
async function redact(
  { queue }: Services,
  { db, openShop }: Acting,
  { domain, reference, webhook_id: requestId }: WebhookTask,
): Promise<void> {
  // The body is signed, the header isn't: both have to name the shop.
  if (reference !== domain) return;
  const gone = await listGoneShops(db, domain);
  for (const { id } of gone) await eraseUninstalled(db, { queue, openShop }, id);
  const kept = (await findAppShop(db, domain)) !== undefined;
  await recordAudit(db, {
    shopId: null,
    action: "shop.redact_requested",
    actor: { kind: "system" },
    facts: { request: { domain, platform: "shopify" }, answer: { erased: gone.length, in_service: kept } },
    secrets: [],
    requestId,
  });
}

/** Nothing of a shop's customers is stored, and nothing that the delivery says of one is kept. */
async function noteCustomers({ db }: Acting, { domain, topic, reference, webhook_id: requestId }: WebhookTask): Promise<void> {
  await recordAudit(db, {
    shopId: null,
    action: topic === "customers/redact" ? "customer.redact_requested" : "customer.data_requested",
    actor: { kind: "system" },
    facts: {
      request: { domain, platform: "shopify", data_request: reference },
      answer: { stored: "Feedwright stores nothing about customers." },
    },
    secrets: [],
    requestId,
  });
}
