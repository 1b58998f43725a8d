import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, ChangeQuery, expectVersion } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { tellRulesChanged } from "./rule-events.ts";
import { setRuleActive } from "./rule-queries.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const deactivateRule = write({
  name: "rules.deactivate",
  title: "Deactivate a rule",
  summary: "Lets runs skip a rule without deleting it.",
  description: "It keeps its place and can be made active again.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/{id}/deactivate", status: 200 },
  path: RulePath,
  query: ChangeQuery,
  output: dataOf(RuleShape),
  example: { answer: { data: { active: false } } },
  errors: ["resource_not_found", "version_conflict"],
  audit: "rule.deactivated",
  mcp: { tool: "deactivate_rule", use: "To switch a rule off and keep it. `activate_rule` brings it back." },
  undone: "versions",
  target: lockRule,
  before: ({ feed, rule }) => storedAnswer(rule, feed),
  async run(call, { path, query, target: { feed, rule } }) {
    await expectVersion(call, feed, query.expected_version);
    const changed = await setRuleActive(call.shop, storedId("rule", rule.id), false);
    const answer = storedAnswer(changed, feed);
    await changeDefinition(call, path.feed_id, `Deactivated rule ${rule.position}: ${answer.rule}`);
    await tellRulesChanged(call, { action: "deactivated", feedId: path.feed_id, rule: answer });
    return { data: answer };
  },
});
