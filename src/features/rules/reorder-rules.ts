import { z } from "zod";
import { findRuleType, WRITTEN_TYPE_NAMES } from "../../engine/rules/rule-types.ts";
import { formatId, parseId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { listOf } from "../../kernel/page.ts";
import { changeDefinition } from "../definitions/index.ts";
import { ChangeQuery, FeedIdPath, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { listEdit } from "./rule-edits.ts";
import { loadRules, type RuleState } from "./rule-list.ts";
import { listRules } from "./rule-queries.ts";
import { RuleShape } from "./rule-shapes.ts";
import { RULES_MAX } from "./rule-bounds.ts";
import { storedAnswer } from "./stored-rules.ts";

/** No id is longer. */
const ID_LENGTH_MAX = 30;

export const reorderRules = write({
  name: "rules.reorder",
  title: "Reorder rules",
  summary: "Changes the order of a feed's rules.",
  description:
    "`rule_ids` names every rule once. With `rule_type`, it names every rule of that type, and these rules swap places only among themselves.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/reorder", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: z.strictObject({
    rule_ids: z
      .array(z.string().max(ID_LENGTH_MAX))
      .min(1, "must list at least one rule")
      .max(RULES_MAX)
      .meta({ description: "Ids of the rules in their new order.", examples: [["rule_13", "rule_12"]] }),
    rule_type: z.enum(WRITTEN_TYPE_NAMES).optional().meta({ description: "Reorder only the rules of this type." }),
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
    use: "Use it when a later rule overwrites one that should win. Send every rule id of the feed, in the new order.",
  },
  undone: "versions",
  target: async (call, { feed_id: id }) => (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, body: { rule_ids: ids, rule_type: type } }) {
    const { feed } = await changeDefinition(call, {
      feedId: path.feed_id,
      expected: query.expected_version,
      async read(present) {
        const before = await loadRules(call.shop, present);
        const isMoved = (rule: RuleState): boolean => type === undefined || rule.type === findRuleType(type)?.type;
        const rules = reordered(before.rules, isMoved, namedRules(call, before.rules.filter(isMoved), ids));
        return listEdit(before, { rules, done: { action: "reordered" }, summary: "Put the rules into another order." });
      },
    });
    return { data: (await listRules(call.shop, path.feed_id)).map((rule) => storedAnswer(rule, feed)) };
  },
});

/** The named rules take the places they hold together, in their new order. */
function reordered(rules: readonly RuleState[], isMoved: (rule: RuleState) => boolean, named: readonly RuleState[]): readonly RuleState[] {
  const next = named.values();
  return rules.map((rule) => (isMoved(rule) ? (next.next().value ?? rule) : rule));
}

/** The rules of these ids, each of `moved` once. */
function namedRules(call: Refuse<"invalid_param">, moved: readonly RuleState[], written: readonly string[]): readonly RuleState[] {
  const named = (id: number): string => formatId("rule", storedId("rule", id));
  const refuse = (message: string): never => call.fail("invalid_param", message, [{ param: "/rule_ids", code: "invalid_param", message }]);
  const ids: readonly number[] = written.map((text) => parseId("rule", text) ?? refuse(`${text} isn't a rule id.`));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) refuse(`${named(twice)} is listed twice.`);
  const found = new Map(moved.map((rule) => [rule.id ?? 0, rule]));
  const rules = ids.map((id) => found.get(id) ?? refuse(`${named(id)} isn't one of the feed's rules to reorder.`));
  const missing = [...found.keys()].filter((id) => !ids.includes(id)).map(named);
  if (missing.length > 0) refuse(`rule_ids must list every rule. Missing: ${missing.slice(0, 20).join(", ")}.`);
  return rules;
}
