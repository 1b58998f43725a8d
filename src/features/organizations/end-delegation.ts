import type { OrganizationId } from "../../kernel/ids.ts";
import { recordAudit } from "../audit/index.ts";
import { tellRevoked } from "../keys/index.ts";
import type { ShopCall } from "../operation.ts";
import { disableDelegatedWebhooks } from "../webhooks/index.ts";
import { revokeDelegated } from "./organization-queries.ts";

/**
 * What an organization made in a shop ends with its connection, in the same transaction, whoever ended that. Each of these rows carries the
 * organization; a feature whose rows come to carry one ends them here, behind the keys, because with those nothing more is made. The
 * shop's log has an entry of each.
 */
export async function endDelegation(
  call: Pick<ShopCall, "shop" | "clock" | "actor" | "requestId">,
  organizationId: OrganizationId,
): Promise<void> {
  const { shop, actor, requestId } = call;
  const revoked = await revokeDelegated(shop.db, { organizationId, shopId: shop.shopId });
  const webhooks = await disableDelegatedWebhooks(call, organizationId);
  const keys = await tellRevoked(call, revoked);
  const ended = [
    ...keys.map((key) => ({ action: "api_key.revoked", data: key })),
    ...webhooks.map((webhook) => ({ action: "webhook.disabled", data: webhook })),
  ];
  for (const { action, data } of ended)
    await recordAudit(shop.db, { shopId: shop.shopId, action, actor, facts: { answer: { data } }, secrets: [], requestId });
}
