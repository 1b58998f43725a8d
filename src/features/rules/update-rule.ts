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
  summary: "Changes a rule in place.",
  description:
    "Fields you leave out stay unchanged; null removes a field. Sending another `type`, or a `text`, replaces the whole definition. The position doesn't change. A request that changes nothing creates no version and sends no event.",
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
    use: "Use it to change some fields of an existing rule. Preview its effect with `preview_rule` and its `rule_id`.",
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
