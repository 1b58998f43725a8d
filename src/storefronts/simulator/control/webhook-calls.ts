import { z } from "zod";
import { PRODUCTS_MAX } from "../limits.ts";
import { webhookGid } from "../webhooks/webhook-subscriptions.ts";
import type { ControlCall } from "./control-calls.ts";

/** Calls of the control API about deliveries to the app, and changes that cause them. */

const Probability = z.number().min(0).max(1).default(0);
const FateBody = z.strictObject({
  drop: Probability,
  duplicate: Probability,
  delay: Probability,
  delay_ms: z.int().min(0).max(3_600_000).default(5_000),
  seed: z.int().min(0).default(1),
});
const SendBody = z.strictObject({
  topic: z.string().min(1).max(100),
  body: z.record(z.string(), z.unknown()).default({}),
  domain: z.string().max(200).optional(),
  webhook_id: z.string().max(200).optional(),
  forged: z.enum(["wrong_secret", "unsigned"]).optional(),
});
const ReplayBody = z.strictObject({ count: z.int().min(1).max(1_000).default(1) });
const SilentBody = z.strictObject({ silent: z.boolean() });
const RandomBody = z.strictObject({ seed: z.int().min(0), count: z.int().min(1).max(PRODUCTS_MAX).default(1) });

export const WEBHOOK_CALLS: readonly ControlCall[] = [
  {
    method: "GET",
    path: "/control/webhooks",
    says: "list the app's webhook subscriptions, and the last deliveries with what became of them",
    run: ({ webhooks }) => ({
      subscriptions: webhooks.subscriptions.list().map((one) => ({ gid: webhookGid(one), ...one })),
      deliveries: webhooks.deliveries.sent(),
    }),
  },
  {
    method: "POST",
    path: "/control/webhooks/fate",
    says: "lose, double or delay deliveries by chance: a probability for each, how long, and seed; delayed ones also come in another order",
    body: FateBody,
    run: ({ webhooks }, { body }) => {
      const { delay_ms: delayMs, ...fate } = FateBody.parse(body);
      webhooks.deliveries.setFate({ ...fate, delayMs });
      return { fate: { ...fate, delay_ms: delayMs } };
    },
  },
  {
    method: "DELETE",
    path: "/control/webhooks/fate",
    says: "deliver everything once, at once",
    run: ({ webhooks }) => {
      webhooks.deliveries.setFate(null);
      return { fate: null };
    },
  },
  {
    method: "PATCH",
    path: "/control/webhooks",
    says: "lose every delivery (silent: true), or deliver again",
    body: SilentBody,
    run: ({ webhooks }, { body }) => {
      const { silent } = SilentBody.parse(body);
      webhooks.deliveries.setSilent(silent);
      return { silent };
    },
  },
  {
    method: "POST",
    path: "/control/webhooks/send",
    says: "send a delivery made by hand, such as a compliance topic; forged signs it with another secret or not at all; answers the status it got",
    body: SendBody,
    run: async ({ webhooks }, { body }) => {
      const { webhook_id: webhookId, ...delivery } = SendBody.parse(body);
      return { status: await webhooks.deliveries.send({ ...delivery, webhookId }) };
    },
  },
  {
    method: "POST",
    path: "/control/webhooks/replay",
    says: "send the last deliveries again, byte by byte",
    body: ReplayBody,
    run: async ({ webhooks }, { body }) => ({ statuses: await webhooks.deliveries.replay(ReplayBody.parse(body).count) }),
  },
  {
    method: "DELETE",
    path: "/control/webhooks",
    says: "delete all of the app's webhook subscriptions, as Shopify does after failures",
    run: ({ webhooks }) => {
      webhooks.subscriptions.clear();
      return { subscriptions: [] };
    },
  },
  {
    method: "POST",
    path: "/control/random",
    says: "make as many changes of the catalog as count says, drawn from the seed: prices, stock, texts, metafields, collections, status, publication, new and deleted products",
    body: RandomBody,
    run: (control, { body }) => ({ changes: control.changeAtRandom(RandomBody.parse(body)) }),
  },
];
