import { dataOf } from "../../kernel/page.ts";
import { eventNamesFor } from "../events/index.ts";
import { organizationBehind } from "../keys/index.ts";
import { read } from "../operation.ts";
import { findDelivery, findSentEvent } from "./delivery-queries.ts";
import { deliveryDetailAnswer, DeliveryDetailShape, DeliveryPath } from "./delivery-shapes.ts";
import { TEST_EVENT } from "./webhook-events.ts";
import { findWebhook } from "./webhook-queries.ts";

export const getDelivery = read({
  name: "webhooks.get_delivery",
  title: "Get a delivery",
  summary: "Shows a delivery with its attempts.",
  description:
    "`request_body` is what every attempt sends. Each of the `attempts` has the time it was sent, its headers with the signature, the response, and how long that took.",
  scope: "read_webhooks",
  http: { method: "GET", path: "/webhooks/{id}/deliveries/{delivery_id}", status: 200 },
  path: DeliveryPath,
  output: dataOf(DeliveryDetailShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_webhook_delivery", use: "Use it to read one delivery, with what was sent and what the receiver answered." },
  async run(call, { path }) {
    const delivery = (await findDelivery(call.shop, path.id, path.delivery_id)) ?? call.fail("resource_not_found");
    const [webhook, event] = [await findWebhook(call.shop, path.id), await findSentEvent(call.shop, delivery)];
    const reader = organizationBehind(call.actor);
    const isOwn = (organizationId: number | null): boolean => reader === null || reader === organizationId;
    const mayRead =
      (delivery.event === TEST_EVENT || eventNamesFor(call.scopes).some((name) => name === delivery.event)) &&
      (event?.organization_id === null || isOwn(event?.organization_id ?? null));
    const body = mayRead ? (event?.body ?? null) : null;
    return { data: deliveryDetailAnswer({ delivery, body, wholeUrls: isOwn(webhook?.organization_id ?? null) }) };
  },
});
