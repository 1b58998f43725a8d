import { z } from "zod";
import { ruleArgument } from "../../engine/rules/rule-argument.ts";
import type { RuleDefinition } from "../../engine/rules/rule-reader.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { previewChanges, readChanges } from "../definitions/index.ts";
import { ChangeQuery, FeedIdPath, findFeed, type FeedRow } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { PLAN_ERRORS, rulePreviewAnswer, RulePreviewShape } from "../transforms/index.ts";
import { mergedRule } from "./merged-rule.ts";
import { judgeWrittenRules, readWrittenRule } from "./read-written-rule.ts";
import { addedRule, changedRule, refuseExcess } from "./rule-edits.ts";
import { loadRules } from "./rule-list.ts";
import { RuleIdText, WrittenRule } from "./rule-shapes.ts";

/** No feed has more rows. */
const PAGE_MAX = 1_000_000;

const CHANGES = { changed: "changed", newly_excluded: "excluded", newly_included: "included" } as const;

export const previewRule = read({
  name: "rules.preview",
  title: "Preview a rule",
  summary: "Shows what a rule would do to the whole feed, without saving it.",
  description:
    "A new rule is tried after the others. With `rule_id`, that rule is tried with its changes. The response compares the feed with and without the change. It warns about columns the rule reads that are blank in every row, and about values it writes that Google refuses.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/preview", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: z.strictObject({
    rule: WrittenRule,
    rule_id: z.optional(RuleIdText).meta({ description: "Rule to change.", examples: ["rule_12"] }),
    sample: z
      .enum(["changed", "newly_excluded", "newly_included"])
      .optional()
      .meta({ description: "Show only rows to which this would happen. Defaults to any.", examples: ["newly_excluded"] }),
    page: z.int().min(1).max(PAGE_MAX).default(1).meta({ description: "Page of the rows to show, ten per page." }),
    findings: z.boolean().default(true).meta({
      description: "Whether to compute what the rule would do to findings. The response comes sooner without.",
    }),
  }),
  output: dataOf(RulePreviewShape),
  errors: ["resource_not_found", "version_conflict", "no_feed", "rule_invalid", "preview_failed", ...PLAN_ERRORS],
  memberCodes: { rule: "rule_invalid" },
  mcp: {
    tool: "preview_rule",
    use: "Use it before each rule change. It counts changed rows, shows ten, warns of mistakes and says which findings clear. Then call `apply_rule` with the same arguments and `preview_token`.",
    shapes: () => ({ rule: ruleArgument(), findings: { type: "boolean" } }),
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, body, target: feed }) {
    const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("no_feed", "The shop has no catalog yet. Run a full extract first.");
    const { rule, changes } = await readChanges(call, {
      feedId: path.feed_id,
      expected: query.expected_version,
      read: (present) => readTried(call, present, body),
    });
    const shown = { change: body.sample === undefined ? null : CHANGES[body.sample], page: body.page };
    const tried = { shown, rule, findings: body.findings, ...(rule.matched === null ? {} : { condition: rule.matched }) };
    const preview = await previewChanges(call, { feed, snapshot, changes, rule: tried });
    return { data: rulePreviewAnswer(preview ?? call.fail("preview_failed"), shown) };
  },
});

interface Tried {
  readonly rule: z.output<typeof WrittenRule>;
  readonly rule_id?: z.output<typeof RuleIdText> | undefined;
}

/** The rule with its place: after the others, or where the rule is that it replaces. */
async function readTried(
  call: ShopCall & Refuse<"resource_not_found" | "rule_invalid">,
  feed: FeedRow,
  { rule: sent, rule_id: id }: Tried,
) {
  const before = await loadRules(call.shop, feed);
  const replaced = id === undefined ? undefined : (before.rules.find((rule) => rule.id === id) ?? call.fail("resource_not_found"));
  const { written, active } = replaced === undefined ? { written: sent, active: sent["active"] !== false } : mergedRule(replaced, sent);
  const rule: RuleDefinition = await readWrittenRule(call, feed, { written, judged: await judgeWrittenRules(call, feed, [written]) });
  const edit = id === undefined ? addedRule(before, { rule, active }) : changedRule(before, id, { rule, active });
  return { ...edit, rule, refuse: refuseExcess(call) };
}
