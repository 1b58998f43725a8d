import type { Samples } from "./sample.ts";
import type { Belongings, Scene } from "./scene.ts";

/** One valid request of every operation of webhooks. Their addresses are of a domain that nobody can own, so nothing is ever sent. */

const id = ({ webhook }: Belongings) => ({ id: webhook });
const delivery = ({ webhook, delivery: deliveryId }: Belongings) => ({ id: webhook, delivery_id: deliveryId });

/** Of an event that nothing in this suite tells, so that the webhook never fails. */
export const QUIET_WEBHOOK = { endpoint_url: "https://receiver.example/hook", events: ["run.failed"] };

async function newWebhook({ ask, own }: Scene) {
  return { id: String((await ask(own.merchantKey, "POST", "/webhooks", QUIET_WEBHOOK)).data["id"]) };
}

/** A shop has 50 at most. */
async function fewer({ ask, own }: Scene) {
  const { list } = await ask(own.merchantKey, "GET", "/webhooks");
  for (const one of list)
    if (one["id"] !== own.webhook) await ask(own.merchantKey, "DELETE", `/webhooks/${String(one["id"])}`).catch(() => undefined);
}

export const WEBHOOK_SAMPLES: Samples = {
  "events.stream": { query: () => ({ seconds: "0" }) },
  "events.list": {},
  "shop.overview": {},
  "search.find": { query: () => ({ q: "Primary" }) },
  "webhooks.list": {},
  "webhooks.create": { body: () => QUIET_WEBHOOK, after: fewer },
  "webhooks.get": { path: id },
  "webhooks.update": { path: id, body: () => ({ events: ["run.failed", "webhook.disabled"] }) },
  "webhooks.delete": { path: id, fresh: newWebhook },
  "webhooks.test": { path: id },
  "webhooks.rotate_secret": { path: id },
  "webhooks.list_deliveries": { path: id },
  "webhooks.get_delivery": { path: delivery },
  "webhooks.series": { path: id, query: () => ({ bucket: "day" }) },
  "webhooks.redeliver": { path: delivery },
  "webhooks.recover": { path: id, body: () => ({ since: new Date(Date.now() - 60_000).toISOString() }) },
};
