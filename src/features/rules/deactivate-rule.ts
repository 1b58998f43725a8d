import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { setRuleActive } from "./rule-queries.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const deactivateRule = write({
  name: "rules.deactivate",
  summary: "Lets runs skip a rule without deleting it.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/{id}/deactivate", status: 200 },
  path: RulePath,
  output: dataOf(RuleShape),
  errors: ["resource_not_found"],
  audit: "rule.deactivated",
  mcp: { tool: "deactivate_rule" },
  target: lockRule,
  async run(call, { path, target: { feed, rule } }) {
    const changed = await setRuleActive(call.shop, storedId("rule", rule.id), false);
    await changeDefinition(call.shop, path.feed_id);
    return { data: storedAnswer(changed, feed) };
  },
});
