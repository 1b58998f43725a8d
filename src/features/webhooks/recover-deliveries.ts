import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { command } from "../operation.ts";
import { recoverFailed } from "./delivery-queries.ts";
import { ENABLE_FIRST } from "./redeliver.ts";
import { lockWebhook } from "./webhook-queries.ts";
import { WebhookPath } from "./webhook-shapes.ts";

/** One statement of a fraction of a second; a receiver that was away longer is asked for in portions. */
const RECOVERED_MAX = 1_000;

const RecoveryShape = z
  .strictObject({
    object: z.literal("webhook_recovery"),
    since: z.iso.datetime().meta({ examples: ["2026-11-02T08:00:00.000Z"] }),
    recovered: z
      .int()
      .min(0)
      .max(RECOVERED_MAX)
      .meta({ description: "Number of events that are delivered again.", examples: [3] }),
    has_more: z.boolean().meta({
      description: "Whether to send the request again, because this one recovered as many deliveries as one request can.",
      examples: [false],
    }),
  })
  .meta({ id: "WebhookRecovery" });

export const recoverDeliveries = command({
  name: "webhooks.recover",
  title: "Recover failed deliveries",
  summary: "Delivers the events that failed to reach a webhook again.",
  description: `Every event since the given time whose deliveries all failed gets a new delivery, oldest first, at most ${RECOVERED_MAX} per request. Tests are left out. Repeating the request doesn't deliver anything twice. The webhook must be active.`,
  scope: "write_webhooks",
  http: { method: "POST", path: "/webhooks/{id}/recover", status: 202 },
  path: WebhookPath,
  body: z.strictObject({
    since: z.iso.datetime({ offset: true }).meta({
      description: "Only deliveries created at or after this time. Deliveries are kept for 30 days.",
      examples: ["2026-11-02T08:00:00Z"],
    }),
  }),
  output: dataOf(RecoveryShape),
  errors: ["resource_not_found", "webhook_invalid"],
  audit: "webhook.recovered",
  mcp: {
    tool: "recover_webhook_deliveries",
    use: "Use it after a receiver was down: it sends the events that failed since a given time again.",
  },
  undone: { impossible: "A sent delivery can't be undone." },
  target: async (call, { id }) => (await lockWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { body, target }) {
    if (target.status === "disabled") call.fail("webhook_invalid", ENABLE_FIRST);
    const since = new Date(body.since);
    const recovered = await recoverFailed(call.shop, {
      webhookId: storedId("wh", target.id),
      since,
      at: call.clock.now(),
      max: RECOVERED_MAX,
    });
    return { data: { object: "webhook_recovery" as const, since: since.toISOString(), recovered, has_more: recovered === RECOVERED_MAX } };
  },
});
