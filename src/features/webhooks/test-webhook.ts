import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { composeEvents } from "../events/index.ts";
import { command } from "../operation.ts";
import { insertEventFor } from "./delivery-queries.ts";
import { deliveryAnswer, DeliveryShape, WAITING_DELIVERY_EXAMPLE } from "./delivery-shapes.ts";
import { lockWebhook } from "./webhook-queries.ts";
import { testPing } from "./webhook-events.ts";
import { WebhookPath } from "./webhook-shapes.ts";

export const testWebhook = command({
  name: "webhooks.test",
  title: "Test a webhook",
  summary: "Sends a test event to a webhook.",
  description:
    "Sends a `test.ping`, even if the webhook doesn't subscribe to it or is disabled. Poll the delivery for the response. A failed test doesn't count towards disabling the webhook.",
  scope: "write_webhooks",
  http: { method: "POST", path: "/webhooks/{id}/test", status: 202 },
  path: WebhookPath,
  output: dataOf(DeliveryShape),
  example: { answer: { data: { ...WAITING_DELIVERY_EXAMPLE, event: "test.ping" } } },
  errors: ["resource_not_found"],
  audit: "webhook.tested",
  mcp: { tool: "test_webhook", use: "Use it to check that a receiver responds. See the result with `list_webhook_deliveries`." },
  undone: { impossible: "A sent delivery can't be undone." },
  target: async (call, { id }) => (await lockWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { target }) {
    const id = storedId("wh", target.id);
    const ping = composeEvents(call, testPing, [{ webhook_id: formatId("wh", id), message: "This is a test. Nothing has happened." }]);
    return { data: deliveryAnswer(await insertEventFor(call.shop, id, ping)) };
  },
});
