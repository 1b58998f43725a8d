import { ruleArgument } from "../../engine/rules/rule-argument.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition } from "../definitions/index.ts";
import { ChangeQuery, FeedIdPath, findFeed, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { NOTHING_JUDGED } from "../patterns/index.ts";
import { judgeWrittenRules, readWrittenRule } from "./read-written-rule.ts";
import { addedRule, refuseExcess } from "./rule-edits.ts";
import { loadRules } from "./rule-list.ts";
import { listRules } from "./rule-queries.ts";
import { RuleBody, RuleShape } from "./rule-shapes.ts";
import { storedAnswer } from "./stored-rules.ts";

export const createRule = write({
  name: "rules.create",
  title: "Create a rule",
  summary: "Adds a rule after the feed's other rules.",
  description:
    "The next run applies it. `rule_invalid` reports every fault at once, with line and column for faults within a string. Preview the rule first to see what it changes.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules", status: 201 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: RuleBody,
  output: dataOf(RuleShape),
  example: { answer: { data: { updated_at: "2026-11-02T09:00:00.000Z" } } },
  errors: ["resource_not_found", "version_conflict", "no_feed", "rule_invalid"],
  memberCodes: { rule: "rule_invalid" },
  audit: "rule.created",
  mcp: {
    tool: "apply_rule",
    use: "Use it to add a rule, or with `rule_id` to change one. Get the `preview_token` from `preview_rule` with the same arguments. Then call `run_feed` so that the file is updated.",
    shapes: () => ({ rule: ruleArgument() }),
  },
  undone: "versions",
  target: async (call, { feed_id: id }) => (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async prepare(call, { path, body }) {
    const feed = await findFeed(call.shop, path.feed_id);
    return feed === undefined ? NOTHING_JUDGED : judgeWrittenRules(call, feed, [body.rule]);
  },
  async run(call, { path, query, body, prepared: judged }) {
    const { feed } = await changeDefinition(call, {
      feedId: path.feed_id,
      expected: query.expected_version,
      async read(present) {
        const rule = await readWrittenRule(call, present, { written: body.rule, judged });
        const edit = addedRule(await loadRules(call.shop, present), { rule, active: body.rule["active"] !== false });
        return { ...edit, refuse: refuseExcess(call) };
      },
    });
    const row = (await listRules(call.shop, path.feed_id)).at(-1) ?? call.fail("resource_not_found");
    return { data: storedAnswer(row, feed) };
  },
});
