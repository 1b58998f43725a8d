import { z } from "zod";
import { printRule } from "../../engine/rules/print-rule.ts";
import { readOrFaults } from "../../engine/rules/rule-reader.ts";
import { ruleSpans, SPAN_KINDS } from "../../engine/rules/rule-spans.ts";
import { dataOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed } from "../feeds/index.ts";
import { findLookupTables } from "../lookups/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import { read } from "../operation.ts";
import { mergedRule } from "./merged-rule.ts";
import { ruleDetails, writingContext } from "./read-written-rule.ts";
import { loadRules } from "./rule-list.ts";
import { RuleIdText, WrittenRule } from "./rule-shapes.ts";

const RuleCheckShape = z
  .strictObject({
    object: z.literal("rule_check"),
    valid: z.boolean(),
    definition: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The rule by its fields, with every text in full. Null if it isn't valid." }),
    text: z.string().nullable().meta({ description: "The same rule in one line. Null if it isn't valid." }),
    sentence: z.string().nullable().meta({ description: "What the rule does. Null if it isn't valid." }),
    condition: z.string().nullable().meta({ description: "When it applies, `always` without a condition. Null if it isn't valid." }),
    faults: z
      .array(
        z.strictObject({
          param: z.string().meta({ description: "JSON Pointer to the field." }),
          code: z.string(),
          message: z.string(),
          line: z.int().nullable().meta({ description: "Line in the field's text, from 1." }),
          column: z.int().nullable().meta({ description: "Character in that line, from 1." }),
        }),
      )
      .meta({ description: "Everything that is wrong with the rule." }),
    spans: z
      .array(z.strictObject({ start: z.int(), end: z.int(), kind: z.enum(SPAN_KINDS) }))
      .meta({ description: "Words of the text that was sent, or of `text`, by their offsets in UTF-16 units, for coloring." }),
  })
  .meta({ id: "RuleCheck" });

export const checkRule = read({
  name: "rules.check",
  title: "Check a rule",
  summary: "Reads a rule without the catalog, and returns its forms, its sentence and what is wrong with it.",
  description:
    "Made for editors that check while someone types. With `rule_id`, that rule is checked with its changes. A rule with faults is a valid request. The feed's limits, and whether regular expressions compile, are checked only when a rule is previewed or saved.",
  scope: "read_rules",
  http: { method: "POST", path: "/feeds/{feed_id}/rules/check", status: 200 },
  path: FeedIdPath,
  body: z.strictObject({
    rule: WrittenRule,
    rule_id: z.optional(RuleIdText).meta({ description: "Rule to change.", examples: ["rule_12"] }),
  }),
  output: dataOf(RuleCheckShape),
  errors: ["resource_not_found"],
  mcp: { hidden: "`preview_rule` checks a rule and counts what it does" },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { body: { rule: sent, rule_id: id }, target: feed }) {
    const replaced =
      id === undefined
        ? undefined
        : ((await loadRules(call.shop, feed)).rules.find((one) => one.id === id) ?? call.fail("resource_not_found"));
    const written = replaced === undefined ? sent : mergedRule(replaced, sent).written;
    const context = writingContext(feed.extra_columns, await readSourceColumns(call.shop), await findLookupTables(call.shop));
    const { rule, faults = [] } = readOrFaults(written, context);
    const text = rule === undefined ? null : printRule(rule.definition);
    const coloured = typeof sent["text"] === "string" ? sent["text"] : (text ?? "");
    return {
      data: {
        object: "rule_check" as const,
        valid: rule !== undefined,
        definition: rule === undefined ? null : { ...rule.definition },
        text,
        sentence: rule?.description ?? null,
        condition: rule === undefined ? null : (rule.condition ?? "always"),
        faults: ruleDetails("/rule", faults).map(({ param, code, message, line, column }) => ({
          ...{ param, code, message },
          ...{ line: line ?? null, column: column ?? null },
        })),
        spans: coloured.length > COLOURED_MAX ? [] : ruleSpans(coloured, context.columns).map((span) => ({ ...span })),
      },
    };
  },
});

/** A longer text is no rule, and nobody reads it in colour. */
const COLOURED_MAX = 50_000;
