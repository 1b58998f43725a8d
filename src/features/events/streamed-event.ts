import { z } from "zod";
import type { Scope } from "../../kernel/scopes.ts";
import { entriesOf, keysOf, members, parseJson } from "../../kernel/unsafe.ts";
import { EVENTS, type EventName } from "./event-names.ts";

/** Events of the stream alone. Webhooks don't get them: they keep open pages current, and a late one says nothing. */
export const STREAM_ONLY = {
  "run.progress": "A run reached its next stage.",
  "definition.changed":
    "A feed's definition changed: its settings, mappings, selection, cells, rules or another section, or its name. Sent once per change, after `rules.changed` if rules changed.",
} as const;

/** Each event that a stream carries, and the scope that a key needs to see it: that of reading what it is about. */
const SCOPE_OF = {
  "extract.started": "read_exports",
  "extract.progress": "read_exports",
  "extract.completed": "read_exports",
  "extract.failed": "read_exports",
  "products.imported": "read_products",
  "feed.created": "read_feeds",
  "feed.updated": "read_feeds",
  "run.held": "read_exports",
  "run.discarded": "read_exports",
  "run.failed": "read_exports",
  "run.progress": "read_exports",
  "definition.changed": "read_feeds",
  "product.updated": "read_products",
  "rules.changed": "read_rules",
  "findings.updated": "read_feeds",
  "finding_mute.created": "read_feeds",
  "finding_mute.removed": "read_feeds",
  "channel.synced": "read_channels",
  "channel.failed": "read_channels",
  "subscription.changed": "read_subscription",
  "api_key.created": "read_settings",
  "api_key.revoked": "read_settings",
  "webhook.disabled": "read_webhooks",
  "test.ping": "read_webhooks",
} as const satisfies Record<StreamedName, Scope>;

export type StreamedName = EventName | keyof typeof STREAM_ONLY;

export function namesFor(scopes: ReadonlySet<Scope>): readonly StreamedName[] {
  return entriesOf(SCOPE_OF).flatMap(([name, scope]) => (scopes.has(scope) ? [name] : []));
}

const id = z.union([z.string(), z.int()]).optional();
const state = z.string().optional();

/** What an event is about and how that is now; everything else is read from the resource. */
const Subject = z.strictObject({
  object: state.meta({ description: "Type of the resource the event is about." }),
  id: id.meta({ description: "Id of the resource." }),
  feed_id: id.meta({ description: "Feed it belongs to.", examples: ["feed_12"] }),
  run_id: id.meta({ description: "Run it belongs to.", examples: ["run_12"] }),
  extract_id: id.meta({ description: "Extract it belongs to.", examples: ["ext_12"] }),
  channel: state.meta({ description: "Slug of the channel.", examples: ["google"] }),
  action: state.meta({ description: "What was done to it.", examples: ["updated"] }),
  status: state.meta({ description: "Its status after the event." }),
  publication: state.meta({ description: "What happened to a run's file." }),
  stage: state.meta({ description: "Stage of a run." }),
  progress: z.int().optional().meta({ description: "Progress in percent." }),
});

const SUBJECT_MEMBERS = keysOf(Subject.shape);

export const StreamedEvent = z
  .strictObject({
    id: z.string().meta({ description: "Id of the event, the same as in webhooks.", examples: ["evt_01M8017BM036GV0QW0WPYWM6B5"] }),
    object: z.literal("event"),
    event: z.enum([...keysOf(EVENTS), ...keysOf(STREAM_ONLY)]).meta({ examples: ["feed.updated"] }),
    created_at: z.iso.datetime().meta({ description: "Time of the event." }),
    data: Subject,
  })
  .meta({ id: "StreamedEvent" });

export type StreamedEvent = z.input<typeof StreamedEvent>;

export interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly created_at: Date;
}

/** Ids and states of the event's body. Members are named one by one, so nothing else of the catalog or of a secret gets here. */
export function streamedEvent({ id: eventId, name, body, created_at: at }: EventRow): StreamedEvent {
  const data = members(members(parseJson(body))["data"]);
  const { id: extractId } = members(data["extract"]);
  const subject = Object.fromEntries(SUBJECT_MEMBERS.flatMap((member) => (isNamed(data[member]) ? [[member, data[member]]] : [])));
  const written = { id: eventId, object: "event", event: name, created_at: at.toISOString() };
  return StreamedEvent.parse({ ...written, data: { ...subject, ...(isNamed(extractId) ? { extract_id: extractId } : {}) } });
}

function isNamed(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
