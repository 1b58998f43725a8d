import { z } from "zod";
import { findRuleType, RULE_TYPE_NAMES, unknownTypeMessage } from "../../engine/rules/rule-types.ts";
import { listOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { listRules as findRules } from "./rule-queries.ts";
import { RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const listRules = read({
  name: "rules.list",
  title: "List rules",
  summary: "Lists a feed's rules in the order they run.",
  description: "Includes inactive rules. Runs skip them, but they keep their place.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{feed_id}/rules", status: 200 },
  path: FeedIdPath,
  query: z.strictObject({
    rule_type: z
      .string()
      .max(100)
      .optional()
      .meta({ description: `Only rules of this type: ${RULE_TYPE_NAMES.join(", ")}.`, examples: ["exclude"] }),
  }),
  output: listOf(RuleShape),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: {
    tool: "list_rules",
    use: "Use it before you write a rule: you may only need to change one that exists. Rules run in this order and later ones win.",
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query: { rule_type: type }, target: feed }) {
    const known = type === undefined ? undefined : findRuleType(type);
    if (type !== undefined && known === undefined) {
      const message = unknownTypeMessage(type);
      call.fail("invalid_request", message, [{ param: "/rule_type", code: "invalid_param", message }]);
    }
    const rules = await findRules(call.shop, path.feed_id);
    return { data: rules.filter((rule) => known === undefined || rule.rule_type === known.type).map((rule) => storedAnswer(rule, feed)) };
  },
});
