import { withoutQuery } from "../../kernel/without-query.ts";
import { storedId, type ShopId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import { emit } from "../events/index.ts";
import type { Services } from "../operation.ts";
import type { AttemptResult } from "./attempt.ts";
import type { DeliveryStatus } from "./delivery.ts";
import { type FoldedDelivery, foldResults, type FoldedWebhook, type LockedDelivery } from "./fold-results.ts";
import { disableWebhook, lockDeliveries, lockWebhooks, storeDeliveries, storeWebhooks } from "./result-queries.ts";
import { failPending } from "./webhook-queries.ts";
import { webhookDisabled } from "./webhook-events.ts";
import { webhookAnswer } from "./webhook-shapes.ts";

export interface Recording {
  readonly db: Db;
  readonly clock: Services["clock"];
  /** The way to the rows of a shop, within the transaction: results are of many. */
  readonly openShop: (db: Db, shopId: ShopId) => ShopDb;
}

/**
 * What attempts found, in one transaction: their deliveries, and what it makes of their webhooks, with all that follows from disabling
 * one. Webhooks are locked before deliveries, each by number, as everybody does who locks both. Doing it twice changes nothing. Answers how
 * many deliveries that settled.
 */
export async function recordResults({ db, clock, openShop }: Recording, results: readonly AttemptResult[]): Promise<SettledCounts> {
  return transact(db, async (transaction) => {
    const webhooks = await lockWebhooks(transaction, [...new Set(results.map(({ webhookId }) => webhookId))]);
    const deliveries = await lockDeliveries(transaction, [...new Set(results.map(({ deliveryId }) => deliveryId))]);
    const folded = foldResults(webhooks, deliveries, results);
    await storeDeliveries(transaction, folded.deliveries);
    await storeWebhooks(transaction, folded.webhooks);
    let failedWithWebhook = 0;
    for (const webhook of folded.webhooks) {
      if (webhook.disabledReason === null) continue;
      const shopId = webhooks.find(({ id }) => id === webhook.id)?.shop_id;
      if (shopId === undefined) throw new Error("a webhook is disabled that was not locked");
      const shop = openShop(transaction, storedId("shop", shopId));
      failedWithWebhook += await disable({ shop, clock }, webhook, webhook.disabledReason);
    }
    const settled = (to: DeliveryStatus): number => countSettled(deliveries, folded.deliveries, to);
    return { delivered: settled("delivered"), failed: settled("failed") + failedWithWebhook };
  });
}

type SettledCounts = Readonly<Record<"delivered" | "failed", number>>;

function countSettled(locked: readonly LockedDelivery[], folded: readonly FoldedDelivery[], to: DeliveryStatus): number {
  const before = new Map(locked.map(({ id, status }) => [id, status]));
  return folded.filter(({ id, status }) => status === to && before.get(id) !== to).length;
}

/** The other webhooks of the shop are told; by then this one is no subscriber any more. Answers how many deliveries failed with it. */
async function disable(
  source: Pick<Recording, "clock"> & { readonly shop: ShopDb },
  { id }: FoldedWebhook,
  reason: string,
): Promise<number> {
  const { shop, clock } = source;
  const webhook = await disableWebhook(shop, storedId("wh", id), { at: clock.now(), reason });
  const failed = await failPending(shop.db, [id]);
  const answer = webhookAnswer(webhook);
  // Whoever else listens to the shop may be another organization.
  await emit(source, webhookDisabled, { ...answer, endpoint_url: withoutQuery(answer.endpoint_url) });
  await recordAudit(shop.db, {
    shopId: shop.shopId,
    action: "webhook.disabled",
    actor: { kind: "system" },
    facts: { answer: { data: answer } },
    secrets: [],
    requestId: "",
  });
  return failed;
}
