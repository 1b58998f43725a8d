import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findWebhook } from "./webhook-queries.ts";
import { webhookAnswerFor, WebhookPath, WebhookShape } from "./webhook-shapes.ts";

export const getWebhook = read({
  name: "webhooks.get",
  title: "Get a webhook",
  summary: "Shows a webhook.",
  description: "If the webhook is disabled, `disabled_reason` says why.",
  scope: "read_webhooks",
  http: { method: "GET", path: "/webhooks/{id}", status: 200 },
  path: WebhookPath,
  output: dataOf(WebhookShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_webhook", use: "Use it to read one webhook's address, events and state." },
  async run(call, { path }) {
    return { data: webhookAnswerFor(call.actor, (await findWebhook(call.shop, path.id)) ?? call.fail("resource_not_found")) };
  },
});
