import { z } from "zod";
import { type FeedId, formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { defineEvent, emit, type EventSource } from "../events/index.ts";
import { listRules } from "./rule-queries.ts";
import { RuleShape } from "./rule-shapes.ts";

const RULE_ACTIONS = ["created", "updated", "deleted", "activated", "deactivated", "reordered", "replaced"] as const;

export const rulesChanged = defineEvent({
  name: "rules.changed",
  data: z.strictObject({
    action: z.enum(RULE_ACTIONS).meta({
      description: "`replaced`: by a configuration, by going back to a version, or when a new feed started with the primary feed's rules.",
    }),
    feed_id: idSchema("feed", "The feed whose rules they are."),
    rule: z.nullable(RuleShape).meta({
      description: "The rule; of a deleted one, what it was. Null where many were reordered or replaced.",
    }),
    rule_ids: z
      .array(z.string())
      .meta({ description: "All rules of the feed in their order, as they are now.", examples: [["rule_13", "rule_12"]] }),
  }),
  example: { action: "updated" },
});

interface RulesChange {
  readonly action: (typeof RULE_ACTIONS)[number];
  readonly feedId: FeedId;
  readonly rule?: RuleShape;
}

/** Once a request, behind its change and in its transaction. */
export async function tellRulesChanged(source: EventSource, { action, feedId, rule }: RulesChange): Promise<void> {
  const rules = await listRules(source.shop, feedId);
  await emit(source, rulesChanged, {
    action,
    feed_id: formatId("feed", feedId),
    rule: rule ?? null,
    rule_ids: rules.map(({ id }) => formatId("rule", storedId("rule", id))),
  });
}
