import { dataOf } from "../../kernel/page.ts";
import { ChangeQuery } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { refuseExcess } from "./rule-edits.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";
import { switchRule } from "./switch-rule.ts";

export const activateRule = write({
  name: "rules.activate",
  title: "Activate a rule",
  summary: "Activates a rule, so that runs apply it again.",
  description: "The rule is still in its place in the order.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/{id}/activate", status: 200 },
  path: RulePath,
  query: ChangeQuery,
  output: dataOf(RuleShape),
  errors: ["resource_not_found", "version_conflict", "rule_invalid"],
  audit: "rule.activated",
  mcp: { tool: "activate_rule", use: "Use it to switch on a rule that `deactivate_rule` switched off." },
  undone: "versions",
  target: lockRule,
  before: ({ feed, rule }) => storedAnswer(rule, feed),
  run: async (call, { path, query }) => ({ data: await switchRule(call, { path, query, active: true, refuse: refuseExcess(call) }) }),
});
