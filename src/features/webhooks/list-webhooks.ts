import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listWebhooks as selectWebhooks } from "./webhook-queries.ts";
import { webhookAnswerFor, WebhookShape } from "./webhook-shapes.ts";

export const listWebhooks = read({
  name: "webhooks.list",
  title: "List webhooks",
  summary: "Lists the shop's webhooks.",
  description: "Webhooks are listed in the order they were created, including disabled ones, and without their secrets.",
  scope: "read_webhooks",
  http: { method: "GET", path: "/webhooks", status: 200 },
  output: listOf(WebhookShape),
  errors: [],
  mcp: { tool: "list_webhooks", use: "Use it to learn who is notified of what, and which webhooks were disabled after failures." },
  run: async ({ shop, actor }) => ({ data: (await selectWebhooks(shop)).map((webhook) => webhookAnswerFor(actor, webhook)) }),
});
