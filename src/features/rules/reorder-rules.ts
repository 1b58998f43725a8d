import { z } from "zod";
import { findRuleType, WRITTEN_TYPE_NAMES } from "../../engine/rules/rule-types.ts";
import { formatId, parseId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { listOf } from "../../kernel/page.ts";
import { changeDefinition, ChangeQuery, expectVersion, FeedIdPath, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { tellRulesChanged } from "./rule-events.ts";
import { listRules, placeRules, type RuleRow } from "./rule-queries.ts";
import { RuleShape } from "./rule-shapes.ts";
import { RULES_MAX } from "./feed-bounds.ts";
import { storedAnswer } from "./stored-rules.ts";

/** No id is longer. */
const ID_LENGTH_MAX = 30;

export const reorderRules = write({
  name: "rules.reorder",
  title: "Reorder rules",
  summary: "Puts a feed's rules into another order.",
  description:
    "`rule_ids` names every rule once. With `rule_type` it names every rule of that type, and they are permuted among the positions they hold.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/reorder", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: z.strictObject({
    rule_ids: z
      .array(z.string().max(ID_LENGTH_MAX))
      .min(1, "must name at least one rule")
      .max(RULES_MAX)
      .meta({ description: "Ids of the rules in their new order.", examples: [["rule_13", "rule_12"]] }),
    rule_type: z.enum(WRITTEN_TYPE_NAMES).optional().meta({ description: "Reorder the rules of this type only." }),
  }),
  output: listOf(RuleShape),
  example: {
    answer: {
      data: [
        {
          id: "rule_13",
          rule: 'Exclude because "Caps" when [D]product_type = "Caps"',
          condition: '[D]product_type = "Caps"',
          position: 1,
          definition: { reason: "Caps", condition: '[D]product_type = "Caps"' },
          text: 'Exclude because "Caps" when [D]product_type = "Caps"',
        },
        { position: 2 },
      ],
    },
  },
  errors: ["resource_not_found", "version_conflict", "no_feed", "invalid_param"],
  memberCodes: { rule_ids: "invalid_param", rule_type: "invalid_param" },
  audit: "rules.reordered",
  mcp: {
    tool: "reorder_rules",
    use: "When a later rule overwrites one that should win. Send every rule id of the feed, in the new order.",
  },
  undone: "versions",
  target: async (call, { feed_id: id }) => (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, body: { rule_ids: ids, rule_type: type }, target: feed }) {
    await expectVersion(call, feed, query.expected_version);
    const rules = await listRules(call.shop, path.feed_id);
    const moved = rules.filter((rule) => type === undefined || rule.rule_type === findRuleType(type)?.type);
    await placeRules(call.shop, path.feed_id, newPlaces(call, moved, ids));
    await changeDefinition(call, path.feed_id, "Put the rules into another order.");
    await tellRulesChanged(call, { action: "reordered", feedId: path.feed_id });
    return { data: (await listRules(call.shop, path.feed_id)).map((rule) => storedAnswer(rule, feed)) };
  },
});

/** The named rules take the positions they hold together, in their new order. */
function newPlaces(call: Refuse<"invalid_param">, moved: readonly RuleRow[], written: readonly string[]): ReadonlyMap<number, number> {
  const named = (id: number): string => formatId("rule", storedId("rule", id));
  const refuse = (message: string): never => call.fail("invalid_param", message, [{ param: "/rule_ids", code: "invalid_param", message }]);
  const ids: readonly number[] = written.map((text) => parseId("rule", text) ?? refuse(`${text} is no rule id.`));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) refuse(`${named(twice)} is named twice.`);
  const unknown = ids.find((id) => !moved.some((rule) => rule.id === id));
  if (unknown !== undefined) refuse(`${named(unknown)} is none of the rules to be reordered.`);
  const missing = moved.filter((rule) => !ids.includes(rule.id)).map(({ id }) => named(id));
  if (missing.length > 0) refuse(`rule_ids names every rule; missing: ${missing.slice(0, 20).join(", ")}.`);
  return new Map(ids.map((id, at) => [id, moved[at]?.position ?? at + 1]));
}
