import { ruleArgument } from "../../engine/rules/rule-argument.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition } from "../definitions/index.ts";
import { ChangeQuery, findFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { NOTHING_JUDGED } from "../patterns/index.ts";
import { lockRule } from "./lock-rule.ts";
import { mergedRule } from "./merged-rule.ts";
import { judgeWrittenRules, readWrittenRule } from "./read-written-rule.ts";
import { changedRule, refuseExcess } from "./rule-edits.ts";
import { loadRules, sameDefinition } from "./rule-list.ts";
import { findRule } from "./rule-queries.ts";
import { RuleBody, RulePath, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const updateRule = write({
  name: "rules.update",
  title: "Update a rule",
  summary: "Changes a rule where it stands.",
  description:
    "Members that are left out stay as they are, null takes one away. Another `type`, or a `text`, replaces the whole definition. The position stays. What leaves the rule as it is makes no version and is told to nobody.",
  scope: "write_rules",
  http: { method: "PATCH", path: "/feeds/{feed_id}/rules/{id}", status: 200 },
  path: RulePath,
  query: ChangeQuery,
  body: RuleBody,
  output: dataOf(RuleShape),
  errors: ["resource_not_found", "version_conflict", "rule_invalid"],
  memberCodes: { rule: "rule_invalid" },
  audit: "rule.updated",
  mcp: {
    tool: "update_rule",
    use: "To change some members of a rule that exists. Preview its effect with `preview_rule` and its `rule_id`.",
    shapes: () => ({ rule: ruleArgument() }),
  },
  undone: "versions",
  target: lockRule,
  before: ({ feed, rule }) => storedAnswer(rule, feed),
  async prepare(call, { path, body }) {
    const feed = await findFeed(call.shop, path.feed_id);
    const row = await findRule(call.shop, path.feed_id, path.id);
    if (feed === undefined || row === undefined) return NOTHING_JUDGED;
    return judgeWrittenRules(call, feed, [mergedRule(row, body.rule).written]);
  },
  async run(call, { path, query, body, target: { rule: row }, prepared: judged }) {
    const { written, active } = mergedRule(row, body.rule);
    const { feed } = await changeDefinition(call, {
      feedId: path.feed_id,
      expected: query.expected_version,
      async read(present) {
        // Before it is read: what the rule names may be gone by now, which is no fault of a request that leaves it as it is.
        if (active === row.active && sameDefinition(written, row.definition)) return { changes: [], summary: "" };
        const rule = await readWrittenRule(call, present, { written, judged });
        return { ...changedRule(await loadRules(call.shop, present), path.id, { rule, active }), refuse: refuseExcess(call) };
      },
    });
    return { data: storedAnswer((await findRule(call.shop, path.feed_id, path.id)) ?? call.fail("resource_not_found"), feed) };
  },
});
