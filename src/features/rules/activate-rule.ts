import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { feedBounds } from "./read-written-rule.ts";
import { findRule, listRules, setRuleActive } from "./rule-queries.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer, storedDefinition } from "./stored-rules.ts";

export const activateRule = write({
  name: "rules.activate",
  summary: "Makes a rule run again.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/{id}/activate", status: 200 },
  path: RulePath,
  output: dataOf(RuleShape),
  errors: ["resource_not_found", "rule_invalid"],
  audit: "rule.activated",
  mcp: { tool: "activate_rule" },
  async target(call, { feed_id: feedId, id }) {
    const feed = (await lockFeed(call.shop, feedId)) ?? call.fail("resource_not_found");
    return { feed, rule: (await findRule(call.shop, feedId, id)) ?? call.fail("resource_not_found") };
  },
  async run(call, { path, target: { feed, rule } }) {
    feedBounds(call, await listRules(call.shop, path.feed_id), storedDefinition(rule, feed), { active: true, replaced: rule.id });
    const changed = await setRuleActive(call.shop, storedId("rule", rule.id), true);
    await changeDefinition(call.shop, path.feed_id);
    return { data: storedAnswer(changed, feed) };
  },
});
