import { z } from "zod";
import { type WebhookSubscription, webhookGid } from "../webhooks/webhook-subscriptions.ts";
import type { Fields } from "./context.ts";
import { numericId } from "./global-id.ts";
import { listed } from "./listing.ts";

export const webhookFields: Fields<WebhookSubscription> = {
  id: (subscription) => webhookGid(subscription),
  topic: ({ topic }) => topic,
  uri: ({ uri }) => uri,
  format: ({ format }) => format,
  filter: ({ filter }) => filter ?? "",
  includeFields: ({ includeFields }) => includeFields,
};

const Input = z.object({
  uri: z.string().nullish(),
  format: z.string().nullish(),
  filter: z.string().nullish(),
  includeFields: z.array(z.string()).nullish(),
});

/** Answers as Shopify's mutations do: the subscription, or what is wrong with what was asked. */
const payload = (made: object) =>
  "message" in made ? { webhookSubscription: null, userErrors: [made] } : { webhookSubscription: made, userErrors: [] };

export const webhookQueries: Fields<unknown> = {
  webhookSubscriptions: (_source, { reverse }, { webhooks }) => listed(webhooks.subscriptions.list(), ({ id }) => id, reverse),
};

export const webhookMutations: Fields<unknown> = {
  webhookSubscriptionCreate: (_source, { topic, webhookSubscription: input }, { webhooks }) =>
    payload(webhooks.subscriptions.create(String(topic), Input.parse(input))),
  webhookSubscriptionUpdate: (_source, { id, webhookSubscription: input }, { webhooks }) =>
    payload(webhooks.subscriptions.update(numericId("WebhookSubscription", id), Input.parse(input))),
  webhookSubscriptionDelete: (_source, { id }, { webhooks }) =>
    webhooks.subscriptions.remove(numericId("WebhookSubscription", id))
      ? { deletedWebhookSubscriptionId: id, userErrors: [] }
      : { deletedWebhookSubscriptionId: null, userErrors: [{ field: ["id"], message: "Webhook subscription does not exist" }] },
};
