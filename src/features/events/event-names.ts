/** Everything that can be subscribed to (contract, section 13), in the order of its table, with what it tells. */
export const EVENTS = {
  "extract.started": "A full extract or a regenerate started.",
  "extract.progress": "An extract reached 25, 50 or 75 percent; each is told once, at the latest before it is completed.",
  "extract.completed": "An extract completed.",
  "extract.failed": "An extract failed. One that is cancelled tells nothing.",
  "products.imported": "The snapshot of a full extract is stored and has become the live one.",
  "feed.created": "The shop's first feed file was published; once a shop, ever. `feed.updated` follows for the same file.",
  "feed.updated":
    "A run went live: a feed's file was regenerated, or a run was published by hand. `changed` says whether its bytes differ.",
  "run.held": "A run completed, and the publish guard or a test kept the last good file in place.",
  "run.failed": "A run failed; the last good file stays in place. One that is cancelled tells nothing.",
  "product.updated": "Overrides of a product were set or restored, also to what they were; once a product and request, and not for cells.",
  "rules.changed": "Rules of a feed were created, updated, deleted, switched, reordered or replaced.",
  "findings.updated": "A channel's findings were computed.",
  "finding_mute.created": "A finding was muted.",
  "finding_mute.removed": "A mute was removed.",
  "channel.synced": "A channel took a feed.",
  "channel.failed": "A channel refused a feed, or could not be reached.",
  "subscription.changed": "The shop's subscription changed.",
  "api_key.created": "A merchant key of the shop was created.",
  "api_key.revoked": "A merchant key of the shop was revoked.",
  "webhook.disabled":
    "A webhook was disabled: after failures in a row, because its address is gone (410), or because its organization left.",
  "test.ping": "Sent by a webhook's test alone.",
} as const satisfies Record<string, string>;

export type EventName = keyof typeof EVENTS;

/** Subscribes to every event there is and will be. */
export const ALL_EVENTS = "*";
