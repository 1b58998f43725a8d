import { z } from "zod";
import { ruleReference, RuleReferenceShape } from "../../engine/rules/rule-reference.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";

export const describeRules = read({
  name: "rules.functions",
  title: "Get the rule language",
  summary: "Describes the rule language: rule types, operators and functions.",
  description: "The same words as in errors and documents, made from the code that reads rules.",
  scope: "read_rules",
  http: { method: "GET", path: "/rules/functions", status: 200 },
  query: z.strictObject({}),
  output: dataOf(RuleReferenceShape),
  errors: [],
  mcp: {
    tool: "rule_language",
    use: "Before you write a rule: answers rule types, operators and functions with one line each. `topic` (such as `set_value`, `regex_replace` or `operators`) answers one part in full, with examples.",
  },
  run: () => Promise.resolve({ data: ruleReference() }),
});
