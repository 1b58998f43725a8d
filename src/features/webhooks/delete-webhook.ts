import { z } from "zod";
import { write } from "../operation.ts";
import { deleteWebhook as deleteRow, findWebhook } from "./webhook-queries.ts";
import { webhookAnswer, WebhookPath } from "./webhook-shapes.ts";

export const deleteWebhook = write({
  name: "webhooks.delete",
  title: "Delete a webhook",
  summary: "Deletes a webhook and its delivery history.",
  description: "This is permanent. Nothing more is sent to the webhook, but an attempt in progress still finishes.",
  scope: "write_webhooks",
  http: { method: "DELETE", path: "/webhooks/{id}", status: 204 },
  path: WebhookPath,
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "webhook.deleted",
  mcp: { tool: "delete_webhook", use: "Use it only when the person no longer wants its events." },
  undone: { impossible: "A deleted webhook and its secret can't be restored. A person can create another one (`POST /webhooks`)." },
  target: async (call, { id }) => (await findWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  before: webhookAnswer,
  async run(call, { path }) {
    if (!(await deleteRow(call.shop, path.id))) call.fail("resource_not_found");
    return undefined;
  },
});
