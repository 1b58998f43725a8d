import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { command } from "../operation.ts";
import { findDelivery, repeatDelivery } from "./delivery-queries.ts";
import { deliveryAnswer, DeliveryPath, DeliveryShape, WAITING_DELIVERY_EXAMPLE } from "./delivery-shapes.ts";
import { lockWebhook } from "./webhook-queries.ts";

/** Said wherever something is to be sent to a webhook that is disabled. */
export const ENABLE_FIRST = 'This webhook is disabled. Enable it first with PATCH and {"status": "active"}.';

export const redeliver = command({
  name: "webhooks.redeliver",
  title: "Redeliver an event",
  summary: "Delivers an event again.",
  description:
    "Creates a new delivery of the same event. Its body is the same, byte for byte, so a receiver that knows the event's `id` can recognize it. The original delivery doesn't change, and if it's waiting for its next attempt, it keeps waiting.",
  scope: "write_webhooks",
  http: { method: "POST", path: "/webhooks/{id}/deliveries/{delivery_id}/redeliver", status: 202 },
  path: DeliveryPath,
  output: dataOf(DeliveryShape),
  example: { answer: { data: { ...WAITING_DELIVERY_EXAMPLE, id: "whd_13" } } },
  errors: ["resource_not_found", "webhook_invalid"],
  audit: "webhook.redelivered",
  mcp: { tool: "redeliver_webhook_event", use: "Use it when a receiver lost an event. Take ids from `list_webhook_deliveries`." },
  undone: { impossible: "A sent delivery can't be undone." },
  async target(call, path) {
    const webhook = await lockWebhook(call.shop, path.id);
    const delivery = webhook && (await findDelivery(call.shop, path.id, path.delivery_id));
    return webhook && delivery ? { webhook, delivery } : call.fail("resource_not_found");
  },
  async run(call, { target: { webhook, delivery } }) {
    if (webhook.status === "disabled") call.fail("webhook_invalid", ENABLE_FIRST);
    const made = await repeatDelivery(call.shop, storedId("whd", delivery.id), call.clock.now());
    return {
      data: deliveryAnswer(made ?? call.fail("webhook_invalid", "This delivery no longer exists. Deliveries are removed after 30 days.")),
    };
  },
});
