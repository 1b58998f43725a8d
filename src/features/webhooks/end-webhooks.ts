import type { OrganizationId } from "../../kernel/ids.ts";
import { emit } from "../events/index.ts";
import type { ShopCall } from "../operation.ts";
import { webhookDisabled } from "./webhook-events.ts";
import { disableWebhooksOf } from "./webhook-queries.ts";
import { webhookAnswer } from "./webhook-shapes.ts";

/** An organization's webhooks end with its connection. The shop's other webhooks are told; answers those that were active. */
export async function disableDelegatedWebhooks(call: Pick<ShopCall, "shop" | "clock">, organizationId: OrganizationId) {
  const disabled = (await disableWebhooksOf(call.shop, organizationId, call.clock.now())).map(webhookAnswer);
  for (const webhook of disabled) await emit(call, webhookDisabled, webhook);
  return disabled;
}
