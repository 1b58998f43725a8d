import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { ruleReference, RuleReferenceShape } from "../../engine/rules/rule-reference.ts";
import { RuleNamesShape, ruleTopic, ruleTopics } from "../../engine/rules/rule-topics.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";

export const describeRules = read({
  name: "rules.functions",
  title: "Get the rule language",
  summary: "Describes the rule language: rule types, operators and functions.",
  description:
    "The names are the same as in errors and documents, because they come from the code that reads rules. `topic` asks for a part: a rule type, a function, a family of functions, `operators` or `rule_types` in full, or `names` for every name with one line.",
  scope: "read_rules",
  http: { method: "GET", path: "/rules/functions", status: 200 },
  query: z.strictObject({
    topic: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Part to describe. Defaults to everything.", examples: ["set_value"] }),
  }),
  output: dataOf(z.union([RuleReferenceShape, RuleNamesShape])),
  errors: ["invalid_request"],
  mcp: {
    tool: "rule_language",
    use: "Use it before you write a rule: it returns every rule type, operator and function with one line. `topic` (`set_value`, `upper`, `operators` …) describes one part in full, with examples.",
    defaults: { topic: "names" },
  },
  async run(call, { query: { topic } }) {
    if (topic === undefined) return { data: ruleReference() };
    const part = ruleTopic(topic);
    if (part !== undefined) return { data: part };
    const message = `The rule language has no topic ${JSON.stringify(topic)}.${didYouMean(nearestNames(topic, ruleTopics()))} The topic \`names\` lists everything.`;
    return call.fail("invalid_request", message, [{ param: "/topic", code: "invalid_param", message }]);
  },
});
