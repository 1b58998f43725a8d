import { z } from "zod";
import { all, type Branch, call, compare, type Expression, isBlank, isOneOf, not, number, text } from "../expression/expression.ts";
import { RuleCondition } from "./condition-tree.ts";
import { Operand, RuleNumber, shownOperand } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

const TIERS_MAX = 100;
/** Google cuts a label's value at 100 characters. */
const LABEL_LENGTH_MAX = 100;
const WORDS_MAX = 1_000;
const WORD_LENGTH_MAX = 300;

const Label = ruleText(LABEL_LENGTH_MAX).min(1);

const Tier = z.strictObject({
  name: Label.meta({ description: "Label for the rows of this tier." }),
  condition: RuleCondition.optional().meta({ description: "Condition that the rows of this tier meet." }),
  in: z
    .array(ruleText(WORD_LENGTH_MAX).min(1))
    .min(1)
    .max(WORDS_MAX)
    .optional()
    .meta({ description: "Values of `by`, compared ignoring case." }),
  from: RuleNumber.optional().meta({ description: "Smallest `by` in this tier." }),
  to: RuleNumber.optional().meta({ description: "Upper limit of `by`. The limit itself isn't in this tier." }),
});
type Tier = z.output<typeof Tier>;

/**
 * Sorts rows into tiers and writes the tier's name into a custom label: margins, prices, categories, as one set. The first tier
 * that a row belongs to wins. A tier is a condition, a list of values of `by`, or a range of it that includes `from` and excludes
 * `to`; where `by` is blank or no number the row is in no range. A row of no tier gets `default`, else the label stays as it was.
 */
export const labelTiers = ruleType({
  type: "label_tiers",
  summary: "Writes the name of the first matching tier into a custom label.",
  members: z.strictObject({
    slot: z
      .enum(["custom_label_0", "custom_label_1", "custom_label_2", "custom_label_3", "custom_label_4"])
      .meta({ description: "Custom label to write." }),
    by: Operand.optional().meta({
      description:
        "Value that lists and ranges are compared with: a column, or an expression if it begins with `=`. Tiers with conditions don't need it.",
    }),
    tiers: z
      .array(Tier)
      .min(1)
      .max(TIERS_MAX)
      .meta({ description: "Tiers, each with a name and one of: a condition, a list (in), or a range (from, to). The first match wins." }),
    default: ruleText(LABEL_LENGTH_MAX)
      .optional()
      .meta({ description: "Label for rows in no tier, as a string. If left out, they keep the label they have." }),
  }),
  example: {
    type: "label_tiers",
    slot: "custom_label_0",
    by: "[D]canonical_margin_pct",
    tiers: [
      { name: "high margin", from: 60 },
      { name: "medium margin", from: 30, to: 60 },
      { name: "low margin", to: 30 },
    ],
    default: "unknown margin",
  },
  describe: ({ slot, by, tiers }) => {
    const names = tiers.map(({ name }) => name).join(", ");
    return `Label ${slot} by ${by === undefined ? "condition" : shownOperand(by)}: ${names}`;
  },
  lower: ({ slot, by, tiers, default: otherwise }, read) => {
    const present = read.target(slot, "/slot");
    const sorted = by === undefined ? undefined : read.operand(by, "/by");
    const branches: readonly Branch[] = tiers.map((tier, at) => ({
      when: belongs(tier, sorted, `/tiers/${at}`, read),
      then: text(tier.name),
    }));
    return [
      { op: "assign", column: slot, value: { kind: "case", branches, otherwise: otherwise === undefined ? present : text(otherwise) } },
    ];
  },
});

function belongs(tier: Tier, by: Expression | undefined, at: string, read: RuleReading): Expression {
  const { condition, in: words, from, to } = tier;
  const ranged = from !== undefined || to !== undefined;
  if ([condition !== undefined, words !== undefined, ranged].filter(Boolean).length !== 1) {
    read.fault(at, "needs a condition, a list (in) or a range (from, to); set exactly one");
  }
  if (condition !== undefined) return read.condition(condition, `${at}/condition`);
  if (by === undefined) {
    read.fault("/by", "is required if a tier is a list or a range");
    return { kind: "boolean", value: false };
  }
  if (words !== undefined) return isOneOf(by, words);
  if (from !== undefined && to !== undefined && from >= to) read.fault(`${at}/to`, "must be greater than from");
  return inRange(call("number", by), from, to);
}

/** Comparing a blank number would compare texts. */
function inRange(value: Expression, from: number | undefined, to: number | undefined): Expression {
  const least = from === undefined ? [] : [compare(value, ">=", number(from))];
  const below = to === undefined ? [] : [compare(value, "<", number(to))];
  return all(not(isBlank(value)), ...least, ...below);
}
