import { z } from "zod";
import { type FeedId, formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { defineEvent, emit, type EventSource } from "../events/index.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findFeed } from "../feeds/index.ts";
import type { RuleAction } from "./rule-list.ts";
import { listRules, type RuleRow } from "./rule-queries.ts";
import { RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

const RULE_ACTIONS = ["created", "updated", "deleted", "activated", "deactivated", "reordered", "replaced"] as const;

export const rulesChanged = defineEvent({
  name: "rules.changed",
  data: z.strictObject({
    action: z.enum(RULE_ACTIONS).meta({
      description: "`replaced`: by a configuration, by restoring a version, or because a new feed started with the primary feed's rules.",
    }),
    feed_id: idSchema("feed", "Feed the rules belong to."),
    rule: z.nullable(RuleShape).meta({
      description: "The rule, or the last state of a deleted rule. Null if many rules were reordered or replaced.",
    }),
    rule_ids: z
      .array(z.string())
      .meta({ description: "All rules of the feed, in their current order.", examples: [["rule_13", "rule_12"]] }),
  }),
  example: { action: "updated" },
});

/** Once a request, behind its change and in its transaction. `done`: what an edit of single rules did. */
export async function emitRulesChanged(source: EventSource, feedId: FeedId, done?: RuleAction): Promise<void> {
  const rows = await listRules(source.shop, feedId);
  await emit(source, rulesChanged, {
    action: done?.action ?? "replaced",
    feed_id: formatId("feed", feedId),
    rule: done === undefined ? null : await ruleOf(source.shop, feedId, { done, rows }),
    rule_ids: rows.map(({ id }) => formatId("rule", storedId("rule", id))),
  });
}

interface Done {
  readonly done: RuleAction;
  readonly rows: readonly RuleRow[];
}

async function ruleOf(shop: ShopDb, feedId: FeedId, { done, rows }: Done): Promise<RuleShape | null> {
  if (done.action === "deleted") return done.rule;
  if (done.action === "reordered") return null;
  const row = done.action === "created" ? rows.at(-1) : rows.find(({ id }) => id === done.id);
  const feed = await findFeed(shop, feedId);
  return row === undefined || feed === undefined ? null : storedAnswer(row, feed);
}
