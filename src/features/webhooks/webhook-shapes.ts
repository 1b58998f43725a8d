import type { Selectable } from "kysely";
import { z } from "zod";
import { formatId, idSchema, idText, storedId } from "../../kernel/ids.ts";
import { withoutQuery } from "../../kernel/without-query.ts";
import { keysOf } from "../../kernel/unsafe.ts";
import type { Database } from "../../platform/postgres/postgres-port.ts";
import { ALL_EVENTS, EVENTS } from "../events/index.ts";
import { organizationBehind } from "../keys/index.ts";
import type { Actor } from "../operation.ts";
import { URL_CHARACTERS_MAX } from "./webhook.ts";

export type WebhookRow = Selectable<Database["webhooks"]>;

/** `{id}` of a webhook in a path: `wh_12` or `12`. */
export const WebhookPath = z.strictObject({
  id: idText("wh", "Id of the webhook"),
});

/** What `events` may name. */
const SUBSCRIBABLE = z.enum([...keysOf(EVENTS), ALL_EVENTS]);

export const EndpointUrl = z
  .string()
  .max(URL_CHARACTERS_MAX)
  .meta({
    description: "URL to send events to. It must use https and a public host, without a user name and password.",
    examples: ["https://hooks.example.com/feedwright"],
  });

export const SubscribedEvents = z
  .array(SUBSCRIBABLE)
  .min(1, "must list at least one event; `*` subscribes to all events")
  .refine((names) => new Set(names).size === names.length, "lists an event twice")
  .meta({ description: "Names of events. `*` subscribes to all current and future events.", examples: [["feed.updated", "run.held"]] });

export const WebhookShape = z
  .strictObject({
    id: idSchema("wh", "Id of the webhook."),
    object: z.literal("webhook"),
    endpoint_url: z.string().meta({
      description: "An organization sees the URL of someone else's webhook without its query.",
      examples: ["https://hooks.example.com/feedwright"],
    }),
    events: z.array(z.string()).meta({ description: "Names of events, or `*` for all.", examples: [["feed.updated", "run.held"]] }),
    status: z.enum(["active", "disabled"]).meta({ description: "A disabled webhook only gets tests." }),
    failure_count: z
      .int()
      .min(0)
      .meta({ description: "Failed attempts in a row, over all deliveries. Tests don't count. At 5, the webhook is disabled." }),
    last_delivery_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When something was last sent to the webhook, regardless of the response." }),
    disabled_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Webhook" });

export const WebhookWithSecretShape = z
  .strictObject({
    ...WebhookShape.shape,
    secret: z.string().meta({
      description: "Secret that deliveries are signed with. The whole string is the key. It's returned only in this response.",
      examples: ["whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
    }),
  })
  .meta({ id: "WebhookWithSecret" });

/** As the caller may see it: an organization sees the addresses of others without their query, which may hold a secret. */
export function webhookAnswerFor(actor: Actor, webhook: WebhookRow): z.input<typeof WebhookShape> {
  const answer = webhookAnswer(webhook);
  const reader = organizationBehind(actor);
  return reader === null || reader === webhook.organization_id ? answer : { ...answer, endpoint_url: withoutQuery(answer.endpoint_url) };
}

export function webhookAnswer(webhook: WebhookRow): z.input<typeof WebhookShape> {
  return {
    id: formatId("wh", storedId("wh", webhook.id)),
    object: "webhook",
    endpoint_url: webhook.endpoint_url,
    events: webhook.events,
    status: webhook.status,
    failure_count: webhook.failure_count,
    last_delivery_at: webhook.last_delivery_at?.toISOString() ?? null,
    disabled_at: webhook.disabled_at?.toISOString() ?? null,
    disabled_reason: webhook.disabled_reason,
    created_at: webhook.created_at.toISOString(),
    updated_at: webhook.updated_at.toISOString(),
  };
}
