import { z } from "zod";
import { formatId, idSchema, idText, NumberId, storedId } from "../../kernel/ids.ts";
import { PageQuery } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import { withoutQuery } from "../../kernel/without-query.ts";
import { ANOTHER_ORGANIZATION } from "../keys/index.ts";
import { readAskedActor } from "./asked-actor.ts";
import type { AuditFilter, AuditRow } from "./audit-queries.ts";

const ACTION = /^[a-z_]{1,60}(?:\.[a-z_]{1,60})?$/;
const NAME_LENGTH_MAX = 200;

const time = (description: string, example: string) =>
  z.iso
    .datetime({ offset: true })
    .max(40)
    .transform((text) => new Date(text))
    .optional()
    .meta({ description, examples: [example] });

/** A page of a log that grows shifts by what was added; what is older than one entry does not. */
export const AuditQuery = z.strictObject({
  ...PageQuery.shape,
  before: z.optional(NumberId).meta({
    description:
      "Only entries older than the one with this `id`. To page through a log while it grows, send the `id` of the last entry you have.",
    examples: ["1200"],
  }),
  action: z
    .string()
    .regex(ACTION, "must be an action such as feed.updated, or a noun such as feed")
    .optional()
    .meta({
      description: "Only this action, or with its noun alone, such as `feed`, everything that was done to feeds.",
      examples: ["feed.updated"],
    }),
  actor: z
    .string()
    .min(1)
    .max(NAME_LENGTH_MAX)
    .transform(readAskedActor)
    .optional()
    .meta({
      description:
        "Only what this actor did: a kind (`key`, `agent`, `command_line` or `system`), a `key_id`, an `organization_id`, or the name of a key in any case.",
      examples: ["agent"],
    }),
  feed_id: z
    .optional(idText("feed", "Feed"))
    .meta({ description: "Only changes to this feed, its rules, its runs and everything else that belongs to it.", examples: ["feed_12"] }),
  from: time("Only entries from this time on.", "2026-11-02T00:00:00Z"),
  to: time("Only entries before this time.", "2026-11-03T00:00:00Z"),
});

/** What the queries take of it. */
export function auditFilter({ feed_id: feedId, before, action, actor, from, to }: Filters): AuditFilter {
  return { feedId, before, action, actor, from, to };
}

type Filters = Omit<z.output<typeof AuditQuery>, "page" | "per_page">;

const Members = z.record(z.string(), z.unknown());

export const AuditEntryShape = z
  .strictObject({
    id: z.int(),
    object: z.literal("audit_entry"),
    action: z.string().meta({ description: "What was done: a noun and a verb in the past tense.", examples: ["feed.updated"] }),
    operation: z
      .string()
      .nullable()
      .meta({ description: "API operation that made the change. Null if the change wasn't made by an operation." }),
    actor: z
      .strictObject({
        kind: z
          .enum(["key", "agent", "command_line", "system"])
          .meta({ description: "Kind of actor. `command_line` is the person who runs the installation." }),
        key_id: z.int().nullable(),
        key_kind: z.enum(["merchant", "organization", "admin"]).nullable(),
        name: z.string().nullable().meta({ description: "Name of the key when it was used." }),
        organization_id: idSchema("org", "Organization that owns the key or created it. Null for keys the shop created.").nullable(),
        organization_name: z.string().nullable(),
      })
      .meta({ description: "Who made the change." }),
    request: z
      .strictObject({ path: Members, query: Members, body: z.unknown() })
      .meta({ description: "What was requested. Secrets are left out, and long strings and lists are cut." }),
    before: z
      .unknown()
      .meta({ description: "State before the change, if it's recorded; otherwise null. A feed's earlier states are its versions." }),
    after: z.unknown().meta({ description: "Response to the request, without secrets." }),
    shop_id: idSchema("shop", "Shop the change affects. Null if the change affects no shop.").nullable(),
    request_id: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AuditEntry" });

/** What rows hold of an actor and the facts; what an older row lacks is null. */
const StoredActor = z.object({
  kind: z.enum(["key", "agent", "command_line", "system"]),
  key_id: z.int().nullable().default(null),
  key_kind: z.enum(["merchant", "organization", "admin"]).nullable().default(null),
  name: z.string().nullable().default(null),
  organization_id: z.int().nullable().default(null),
});

/** `reader`: the organization that reads; another one's keys are then nameless to it. */
function actorAnswer(row: AuditRow, reader: number | null): z.input<typeof AuditEntryShape>["actor"] {
  const { organization_id: organizationId, ...actor } = StoredActor.parse(row.actor);
  if (organizationId === null) return { ...actor, organization_id: null, organization_name: null };
  if (reader !== null && reader !== organizationId)
    return { ...actor, key_id: null, name: null, organization_id: null, organization_name: null };
  return { ...actor, organization_id: formatId("org", storedId("org", organizationId)), organization_name: row.organization_name };
}

interface Reading {
  /** Addresses of webhooks are shown to other organizations without their query, which may hold a secret. */
  readonly wholeUrls: boolean;
  /** Nor are they shown what an organization calls its keys. */
  readonly names: boolean;
}

function shown(value: unknown, { wholeUrls, names }: Reading): unknown {
  const { endpoint_url: url, name } = members(value);
  const withoutSecret = wholeUrls || typeof url !== "string" ? value : { ...members(value), endpoint_url: withoutQuery(url) };
  return names || typeof name !== "string" ? withoutSecret : { ...members(withoutSecret), name: ANOTHER_ORGANIZATION };
}

export function auditAnswer(row: AuditRow, reader: number | null = null): z.input<typeof AuditEntryShape> {
  const { operation, path, query, body, before = null, answer = null } = row.facts;
  const names = !row.names_strangers_key;
  const own = { wholeUrls: reader === null || reader === StoredActor.parse(row.actor).organization_id, names };
  return {
    id: row.id,
    object: "audit_entry",
    action: row.action,
    operation: typeof operation === "string" ? operation : null,
    actor: actorAnswer(row, reader),
    request: { path: members(path), query: members(query), body: shown(body ?? null, own) },
    before: shown(before, { wholeUrls: reader === null, names }),
    after: shown(members(answer)["data"] ?? null, own),
    shop_id: row.shop_id === null ? null : formatId("shop", storedId("shop", row.shop_id)),
    request_id: row.request_id,
    created_at: row.created_at.toISOString(),
  };
}
