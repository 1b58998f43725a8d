import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { keysOf } from "../../kernel/unsafe.ts";
import { EVENTS } from "../events/index.ts";
import { read } from "../operation.ts";
import { listDeliveries as selectDeliveries } from "./delivery-queries.ts";
import { deliveryAnswer, DeliveryShape } from "./delivery-shapes.ts";
import { findWebhook } from "./webhook-queries.ts";
import { WebhookPath } from "./webhook-shapes.ts";

export const listDeliveries = read({
  name: "webhooks.list_deliveries",
  title: "List deliveries",
  summary: "Lists the deliveries of a webhook, newest first.",
  description: "There is one entry per event. To see its attempts, get the single delivery. Deliveries are kept for 30 days.",
  scope: "read_webhooks",
  http: { method: "GET", path: "/webhooks/{id}/deliveries", status: 200 },
  path: WebhookPath,
  query: z.strictObject({
    ...PageQuery.shape,
    status: z
      .enum(["pending", "delivered", "failed"])
      .optional()
      .meta({ description: "Only deliveries with this status.", examples: ["delivered"] }),
    event: z
      .enum(keysOf(EVENTS))
      .optional()
      .meta({ description: "Only deliveries of this event.", examples: ["feed.updated"] }),
  }),
  output: pageOf(DeliveryShape),
  errors: ["resource_not_found"],
  mcp: { tool: "list_webhook_deliveries", use: "Use it to find failed deliveries. `redeliver_webhook_event` sends one again." },
  target: async (call, { id }) => (await findWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop }, { query, target }) {
    const filter = { status: query.status ?? null, event: query.event ?? null, limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await selectDeliveries(shop, storedId("wh", target.id), filter);
    return { data: rows.map(deliveryAnswer), meta: pageMeta(query, total) };
  },
});
