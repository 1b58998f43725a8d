/** Every event that can be subscribed to, in the order of the reference, with its meaning. */
export const EVENTS = {
  "extract.started": "A full extract or a regeneration started.",
  "extract.progress": "An extract reached 25, 50 or 75 percent. Each value is sent once, and always before the extract completes.",
  "extract.completed": "An extract completed.",
  "extract.failed": "An extract failed. A cancelled extract sends no event.",
  "products.imported": "The snapshot of a full extract was stored and is now live.",
  "feed.created":
    "The shop's first feed file was published. The event is sent only once per shop, and `feed.updated` follows for the same file.",
  "feed.updated":
    "A run went live, because a feed was regenerated or a run was published by hand. `changed` says whether the file's bytes differ.",
  "run.held":
    "A run completed, but the publish guard or a test kept the last good file in place. Also sent when a discarded run is restored.",
  "run.discarded": "Someone discarded a held run. The last good file stays in place.",
  "run.failed": "A run failed. The last good file stays in place. A cancelled run sends no event.",
  "product.updated":
    "Overrides of a product were set or restored, even to the same values. The event is sent once per product and request, and isn't sent for cells.",
  "rules.changed": "Rules of a feed were created, updated, deleted, activated, deactivated, reordered or replaced.",
  "findings.updated": "The findings of a channel were computed.",
  "finding_mute.created": "A finding was muted.",
  "finding_mute.removed": "A mute was removed.",
  "channel.synced": "A channel accepted a feed.",
  "channel.failed": "A channel rejected a feed or couldn't be reached.",
  "subscription.changed": "The shop's subscription changed.",
  "api_key.created": "A merchant key of the shop was created.",
  "api_key.revoked": "A merchant key of the shop was revoked.",
  "webhook.disabled": "A webhook was disabled, because several attempts in a row failed, its URL is gone (410), or its organization left.",
  "test.ping": "Sent only by a webhook's test.",
} as const satisfies Record<string, string>;

export type EventName = keyof typeof EVENTS;

/** Subscribes to every event there is and will be. */
export const ALL_EVENTS = "*";
