import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { organizationBehind } from "../keys/index.ts";
import { write } from "../operation.ts";
import { newSecret, sealSecret } from "./webhook.ts";
import { lockWebhook, storeSecret } from "./webhook-queries.ts";
import { webhookAnswer, webhookAnswerFor, WebhookPath, WebhookWithSecretShape } from "./webhook-shapes.ts";

/** Receivers have a day to take the new secret. */
const PREVIOUS_FOR_MS = 24 * 3_600_000;

export const rotateWebhookSecret = write({
  name: "webhooks.rotate_secret",
  title: "Rotate a webhook's secret",
  summary: "Gives a webhook a new secret.",
  description:
    "From now on, deliveries are signed with the new secret, including redeliveries. For 24 hours, `X-Svc-Signature-Previous` has the signature made with the previous secret. If you rotate the secret twice within 24 hours, the previous secret is the one from the first rotation, and older ones are no longer valid. If an organization's key created the secret, the webhook is disabled when the organization's connection ends, and the merchant can enable it after a rotation. The `secret` is returned only in this response.",
  scope: "write_webhooks",
  http: { method: "POST", path: "/webhooks/{id}/secret/rotate", status: 200 },
  path: WebhookPath,
  output: dataOf(WebhookWithSecretShape),
  errors: ["resource_not_found"],
  audit: "webhook.secret_rotated",
  mcp: { hidden: "its secret is for the receiver, not for an agent's conversation" },
  secrets: ["secret"],
  target: async (call, { id }) => (await lockWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  before: webhookAnswer,
  async run({ shop, secrets, clock, actor }, { target }) {
    const id = storedId("wh", target.id);
    const secret = newSecret();
    const previous = { sealed: target.secret, until: new Date(clock.now().getTime() + PREVIOUS_FOR_MS) };
    const webhook = await storeSecret(shop, id, {
      sealed: sealSecret(secrets, id, secret),
      previous,
      // Who knows the secret could speak for us once they have left.
      organizationId: organizationBehind(actor),
    });
    return { data: { ...webhookAnswerFor(actor, webhook), secret } };
  },
});
