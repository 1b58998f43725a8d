/**
 * Marks of rules that an operation keeps up to date: it finds its rule by the mark, wherever the rule stands and whatever its note says. The mark is
 * part of the definition, so it stays with the rule in versions, in a configuration that is exported, and when rules are copied to another feed.
 */

export const LABEL_SLOTS = [0, 1, 2, 3, 4] as const;
export type LabelSlot = (typeof LABEL_SLOTS)[number];

export const RULE_TAGS = Object.freeze([
  "bulk_add",
  "bulk_exclude",
  ...LABEL_SLOTS.map((slot) => `bulk_label_${slot}` as const),
  ...LABEL_SLOTS.map((slot) => `tiers_${slot}` as const),
]);
export type RuleTag = (typeof RULE_TAGS)[number];

export const unknownTagMessage = `must be one of ${RULE_TAGS.join(", ")}; only the service sets it, on the rules it manages`;
