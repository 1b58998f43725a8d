import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { organizationBehind } from "../keys/index.ts";
import { write } from "../operation.ts";
import { endpointFaults } from "./endpoint-faults.ts";
import { newSecret, sealSecret, WEBHOOKS_MAX } from "./webhook.ts";
import { countWebhooks, insertWebhook, storeSecret } from "./webhook-queries.ts";
import { EndpointUrl, SubscribedEvents, webhookAnswer, WebhookWithSecretShape } from "./webhook-shapes.ts";

export const createWebhook = write({
  name: "webhooks.create",
  title: "Create a webhook",
  summary: "Subscribes a URL to events of the shop.",
  description: `The \`secret\` is returned only in this response. Send an \`Idempotency-Key\`, so that you can repeat the request if the response gets lost. The URL must use https and a public host; the addresses of the host are checked each time something is sent. A shop can have at most ${WEBHOOKS_MAX} webhooks. Webhooks created by an organization's key are disabled when the organization's connection ends.`,
  scope: "write_webhooks",
  http: { method: "POST", path: "/webhooks", status: 201 },
  body: z.strictObject({ endpoint_url: EndpointUrl, events: SubscribedEvents }),
  memberCodes: { endpoint_url: "webhook_invalid", events: "webhook_invalid" },
  output: dataOf(WebhookWithSecretShape),
  example: { answer: { data: { last_delivery_at: null } } },
  errors: ["webhook_invalid"],
  audit: "webhook.created",
  mcp: { hidden: "its secret is for the receiver, not for an agent's conversation" },
  secrets: ["secret"],
  async run(call, { body }) {
    const { shop, secrets, actor } = call;
    const [fault, ...others] = endpointFaults(call, body.endpoint_url);
    if (fault !== undefined) call.fail("webhook_invalid", fault.message, [fault, ...others]);
    if ((await countWebhooks(shop)) >= WEBHOOKS_MAX)
      call.fail("webhook_invalid", `A shop can have at most ${WEBHOOKS_MAX} webhooks. Delete one you no longer need.`);
    const organizationId = organizationBehind(actor);
    const { id: number } = await insertWebhook(shop, { endpointUrl: body.endpoint_url, events: body.events, organizationId });
    const id = storedId("wh", number);
    const secret = newSecret();
    const webhook = await storeSecret(shop, id, { sealed: sealSecret(secrets, id, secret), previous: null, organizationId });
    return { data: { ...webhookAnswer(webhook), secret } };
  },
});
