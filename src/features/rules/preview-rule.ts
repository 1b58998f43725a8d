import { z } from "zod";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { type RuleDefinition } from "../../engine/rules/rule-reader.ts";
import { ruleArgument } from "../../engine/rules/rule-argument.ts";
import { dataOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed, type FeedRow, readDefinition } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { PLAN_ERRORS, previewDefinitions, rulePreviewAnswer, RulePreviewShape } from "../transforms/index.ts";
import { mergedRule } from "./merged-rule.ts";
import { refusePastBounds } from "./feed-bounds.ts";
import { judgeWrittenRule, readWrittenRule } from "./read-written-rule.ts";
import { listRules, type RuleRow } from "./rule-queries.ts";
import { RuleIdText, WrittenRule } from "./rule-shapes.ts";
import { storedDefinition } from "./stored-rules.ts";

export const previewRule = read({
  name: "rules.preview",
  title: "Preview a rule",
  summary: "Shows what a rule would do to the whole feed, without saving it.",
  description:
    "A new rule is tried behind the others; with `rule_id` that rule is tried as it would become. Compares what the feed is without the change with what it would be, and warns of columns the rule reads that are blank everywhere and of values it writes that Google refuses.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/preview", status: 200 },
  path: FeedIdPath,
  body: z.strictObject({
    rule: WrittenRule,
    rule_id: z.optional(RuleIdText).meta({ description: "The rule that would be changed.", examples: ["rule_12"] }),
  }),
  output: dataOf(RulePreviewShape),
  errors: ["resource_not_found", "no_feed", "rule_invalid", "preview_failed", ...PLAN_ERRORS],
  memberCodes: { rule: "rule_invalid" },
  mcp: {
    tool: "preview_rule",
    use: "Before every new or changed rule: it counts the rows that change, shows ten, warns of mistakes and says which findings clear. Call `apply_rule` with exactly the same arguments and the `preview_token`.",
    shapes: () => ({ rule: ruleArgument() }),
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, body, target: feed }) {
    const snapshot =
      (await findLiveSnapshot(call.shop)) ?? call.fail("no_feed", "The shop has no extracted catalog yet. Run a full extract first.");
    const rules = await listRules(call.shop, path.feed_id);
    const replaced = rules.find(({ id }) => id === body.rule_id);
    if (body.rule_id !== undefined && replaced === undefined) return call.fail("resource_not_found");
    const { written, active } =
      replaced === undefined ? { written: body.rule, active: body.rule["active"] !== false } : mergedRule(replaced, body.rule);
    const rule = await readWrittenRule(call, feed, { written, judged: await judgeWrittenRule(call, feed, written) });
    await refusePastBounds(call, { feed, rule, active, ...(replaced === undefined ? {} : { replaced: replaced.id }) });
    const before = await readDefinition(call.shop, feed);
    const after = withRule(before, { rules, feed, replaced, rule, active });
    const preview = await previewDefinitions(call, {
      feed,
      snapshot,
      before,
      after,
      rule,
      ...(rule.matched === null ? {} : { condition: rule.matched }),
    });
    if (preview === undefined) return call.fail("preview_failed");
    return { data: rulePreviewAnswer(preview) };
  },
});

interface Candidate {
  readonly rules: readonly RuleRow[];
  readonly feed: FeedRow;
  readonly replaced: RuleRow | undefined;
  readonly rule: RuleDefinition;
  readonly active: boolean;
}

/** The definition with the candidate in its place: behind the others, or where the rule it replaces stands. */
function withRule(before: FeedDefinition, { rules, feed, replaced, rule, active }: Candidate): FeedDefinition {
  const candidate = active ? [rule] : [];
  if (replaced === undefined) return { ...before, rules: [...before.rules, ...candidate] };
  const kept = rules.flatMap((row) => (row.id === replaced.id ? candidate : row.active ? [storedDefinition(row, feed)] : []));
  return { ...before, rules: kept };
}
