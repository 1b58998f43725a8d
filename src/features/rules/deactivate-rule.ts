import { dataOf } from "../../kernel/page.ts";
import { ChangeQuery } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { lockRule } from "./lock-rule.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";
import { switchRule } from "./switch-rule.ts";

export const deactivateRule = write({
  name: "rules.deactivate",
  title: "Deactivate a rule",
  summary: "Makes runs skip a rule without deleting it.",
  description: "The rule keeps its place, and you can activate it again.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/{id}/deactivate", status: 200 },
  path: RulePath,
  query: ChangeQuery,
  output: dataOf(RuleShape),
  example: { answer: { data: { active: false } } },
  errors: ["resource_not_found", "version_conflict"],
  audit: "rule.deactivated",
  mcp: { tool: "deactivate_rule", use: "Use it to switch a rule off but keep it. `activate_rule` brings it back." },
  undone: "versions",
  target: lockRule,
  before: ({ feed, rule }) => storedAnswer(rule, feed),
  run: async (call, { path, query }) => ({ data: await switchRule(call, { path, query, active: false }) }),
});
