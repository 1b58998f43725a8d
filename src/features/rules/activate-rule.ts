import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, ChangeQuery, expectVersion } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { refusePastBounds } from "./feed-bounds.ts";
import { lockRule } from "./lock-rule.ts";
import { tellRulesChanged } from "./rule-events.ts";
import { setRuleActive } from "./rule-queries.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer, storedDefinition } from "./stored-rules.ts";

export const activateRule = write({
  name: "rules.activate",
  title: "Activate a rule",
  summary: "Makes a rule run again.",
  description: "It has kept its place.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/{id}/activate", status: 200 },
  path: RulePath,
  query: ChangeQuery,
  output: dataOf(RuleShape),
  errors: ["resource_not_found", "version_conflict", "rule_invalid"],
  audit: "rule.activated",
  mcp: { tool: "activate_rule", use: "To switch a rule on again that `deactivate_rule` switched off." },
  undone: "versions",
  target: lockRule,
  before: ({ feed, rule }) => storedAnswer(rule, feed),
  async run(call, { path, query, target: { feed, rule } }) {
    await expectVersion(call, feed, query.expected_version);
    await refusePastBounds(call, { feed, rule: storedDefinition(rule, feed), active: true, replaced: rule.id });
    const changed = await setRuleActive(call.shop, storedId("rule", rule.id), true);
    const answer = storedAnswer(changed, feed);
    await changeDefinition(call, path.feed_id, `Activated rule ${rule.position}: ${answer.rule}`);
    await tellRulesChanged(call, { action: "activated", feedId: path.feed_id, rule: answer });
    return { data: answer };
  },
});
