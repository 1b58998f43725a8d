import type { z } from "zod";
import type { EventDefinition, EventName } from "./events/index.ts";
import { extractCompleted, extractFailed, extractProgress, extractStarted, productsImported } from "./extracts/index.ts";
import { feedCreated, feedUpdated } from "./feeds/index.ts";
import { findingMuteCreated, findingMuteRemoved, findingsUpdated } from "./findings/index.ts";
import { apiKeyCreated, apiKeyRevoked } from "./keys/index.ts";
import { subscriptionChanged } from "./plans/index.ts";
import { productUpdated } from "./products/index.ts";
import { rulesChanged } from "./rules/index.ts";
import { runDiscarded, runFailed, runHeld } from "./runs/index.ts";
import { channelFailed, channelSynced } from "./syncs/index.ts";
import { testPing, webhookDisabled } from "./webhooks/index.ts";

type Definitions = { readonly [N in EventName]: EventDefinition<z.ZodType, N> };

/** What every event tells. The reference of events and the `webhooks` of the OpenAPI document are made from it. */
export const EVENT_DEFINITIONS: Definitions = Object.freeze({
  "extract.started": extractStarted,
  "extract.progress": extractProgress,
  "extract.completed": extractCompleted,
  "extract.failed": extractFailed,
  "products.imported": productsImported,
  "feed.created": feedCreated,
  "feed.updated": feedUpdated,
  "run.held": runHeld,
  "run.discarded": runDiscarded,
  "run.failed": runFailed,
  "product.updated": productUpdated,
  "rules.changed": rulesChanged,
  "findings.updated": findingsUpdated,
  "finding_mute.created": findingMuteCreated,
  "finding_mute.removed": findingMuteRemoved,
  "channel.synced": channelSynced,
  "channel.failed": channelFailed,
  "subscription.changed": subscriptionChanged,
  "api_key.created": apiKeyCreated,
  "api_key.revoked": apiKeyRevoked,
  "webhook.disabled": webhookDisabled,
  "test.ping": testPing,
});
