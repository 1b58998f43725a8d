import { storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import { extractRefusal, lockShop, startExtract } from "../extracts/index.ts";
import { markUnreported } from "../marks/index.ts";
import type { Services } from "../operation.ts";
import { findGrant, openShopTokens, storeScopes } from "../shopify-grants/index.ts";
import { checkSoon, findAppShop } from "./shop-queries.ts";
import type { Acting, WebhookTask } from "./webhook-task.ts";

/**
 * Follows what the merchant allows now, as Shopify says when it's asked: the grant has it, an extract brings what has become readable and leaves out what
 * no longer is, and subscriptions are made that weren't possible before. Where the scopes are what they were, nothing happens.
 */
export async function followScopes(services: Services, { db, openShop, signal }: Acting, task: WebhookTask): Promise<void> {
  const { shopifyClient: client, queue, clock } = services;
  const found = await findAppShop(db, task.domain);
  if (found === undefined || client === null) return;
  const shop = openShop(db, storedId("shop", found.id));
  const scopes = await client.scopes({ shop: task.domain, tokens: openShopTokens(services, shop), signal });
  await transact(db, async (transaction) => {
    const inside: ShopDb = openShop(transaction, shop.shopId);
    await lockShop(inside);
    const before = await findGrant(inside);
    if (!(await storeScopes(inside, scopes))) return;
    await checkSoon(inside);
    await recordAudit(transaction, {
      shopId: shop.shopId,
      action: "shop.scopes_changed",
      actor: { kind: "system" },
      facts: { before: { scopes: before?.scopes.toSorted() }, answer: { data: { domain: task.domain, platform: "shopify", scopes } } },
      secrets: [],
      requestId: task.webhook_id,
    });
    // An extract under way may have begun before; then a delta compares what it has read.
    await markUnreported(inside, [{ kind: "shop", subject: 0, changedAt: clock.now() }]);
    if ((await extractRefusal(inside)) === undefined) await startExtract(inside, queue);
  });
}
