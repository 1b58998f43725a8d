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
    "A `test.ping`, whatever the webhook subscribes to, and to a disabled one too. Poll the delivery for what came back. A test that fails does not count towards disabling the webhook.",
  scope: "write_webhooks",
  http: { method: "POST", path: "/webhooks/{id}/test", status: 202 },
  path: WebhookPath,
  output: dataOf(DeliveryShape),
  example: { answer: { data: { ...WAITING_DELIVERY_EXAMPLE, event: "test.ping" } } },
  errors: ["resource_not_found"],
  audit: "webhook.tested",
  mcp: { tool: "test_webhook", use: "To check that a receiver answers. See the result with `list_webhook_deliveries`." },
  undone: { impossible: "A sent delivery can't be undone." },
  target: async (call, { id }) => (await lockWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { target }) {
    const id = storedId("wh", target.id);
    const ping = composeEvents(call, testPing, [{ webhook_id: formatId("wh", id), message: "This is a test. Nothing has happened." }]);
    return { data: deliveryAnswer(await insertEventFor(call.shop, id, ping)) };
  },
});
