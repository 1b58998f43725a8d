import type { ApiRequest } from "../api/client.ts";

export type WebhookEvent = ApiRequest<"webhooks.create">["body"]["events"][number];

/** Events that a webhook can be told of. Their type is the API's, so one that goes doesn't compile. */
export const EVENT_NAMES = [
  "extract.started",
  "extract.progress",
  "extract.completed",
  "extract.failed",
  "products.imported",
  "feed.created",
  "feed.updated",
  "run.held",
  "run.discarded",
  "run.failed",
  "product.updated",
  "rules.changed",
  "findings.updated",
  "finding_mute.created",
  "finding_mute.removed",
  "channel.synced",
  "channel.failed",
  "subscription.changed",
  "api_key.created",
  "api_key.revoked",
  "webhook.disabled",
  "test.ping",
] as const satisfies readonly WebhookEvent[];
