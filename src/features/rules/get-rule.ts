import { dataOf } from "../../kernel/page.ts";
import { findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findRule } from "./rule-queries.ts";
import { RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const getRule = read({
  name: "rules.get",
  title: "Get a rule",
  summary: "Shows a rule.",
  description: "Includes the rule's definition as fields and as one line of text, and a sentence that says what the rule does.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{feed_id}/rules/{id}", status: 200 },
  path: RulePath,
  output: dataOf(RuleShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_rule", use: "Use it to read one rule in the form `update_rule` takes." },
  async target(call, { feed_id: feedId, id }) {
    const feed = (await findFeed(call.shop, feedId)) ?? call.fail("resource_not_found");
    return { feed, rule: (await findRule(call.shop, feedId, id)) ?? call.fail("resource_not_found") };
  },
  run: async (_call, { target: { feed, rule } }) => ({ data: storedAnswer(rule, feed) }),
});
