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
  summary: "Subscribes an address to events of the shop.",
  description: `The \`secret\` is in this answer and never again; send an \`Idempotency-Key\` to be able to repeat a request whose answer was lost. Only https and public hosts; where a host's name leads is looked at each time something is sent. At most ${WEBHOOKS_MAX} a shop. What an organization's key makes ends with the organization's connection.`,
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
