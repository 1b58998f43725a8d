import { isDeepStrictEqual } from "node:util";
import { storedId } from "../../kernel/ids.ts";
import { ruleArgument } from "../../engine/rules/rule-argument.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, ChangeQuery, expectVersion, findFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { NOTHING_JUDGED } from "../patterns/index.ts";
import { refusePastBounds } from "./feed-bounds.ts";
import { lockRule } from "./lock-rule.ts";
import { mergedRule } from "./merged-rule.ts";
import { judgeWrittenRule, readWrittenRule, storedRule } from "./read-written-rule.ts";
import { tellRulesChanged } from "./rule-events.ts";
import { changeRule, findRule } from "./rule-queries.ts";
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
    return judgeWrittenRule(call, feed, mergedRule(row, body.rule).written);
  },
  async run(call, { path, query, body, target: { feed, rule: row }, prepared: judged }) {
    await expectVersion(call, feed, query.expected_version);
    const { written, active } = mergedRule(row, body.rule);
    const isKept = (definition: unknown): boolean => active === row.active && isDeepStrictEqual(definition, row.definition);
    // Before it is read: what the rule names may be gone by now, which is no fault of a request that leaves it as it is.
    if (isKept(written)) return { data: storedAnswer(row, feed) };
    const rule = await readWrittenRule(call, feed, { written, judged });
    if (isKept(rule.definition)) return { data: storedAnswer(row, feed) };
    await refusePastBounds(call, { feed, rule, active, replaced: row.id });
    const changed = await changeRule(call.shop, storedId("rule", row.id), { ...storedRule(rule), active });
    await changeDefinition(call, path.feed_id, `Changed rule ${changed.position}: ${rule.description}`);
    const answer = storedAnswer(changed, feed);
    await tellRulesChanged(call, { action: "updated", feedId: path.feed_id, rule: answer });
    return { data: answer };
  },
});
