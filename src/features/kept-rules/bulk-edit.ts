import type { LabelSlot, RuleTag } from "../../engine/rules/rule-tags.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ListedRule } from "../rules/index.ts";
import { conditionText, isNobody, joined, type KeptCondition, keptCondition, NO_ROWS, without } from "./kept-condition.ts";
import { type Definition, findKept, placedLast, withKept } from "./kept-rules.ts";

export type BulkAction = { readonly action: "add" | "exclude" } | LabelAction;

interface LabelAction {
  readonly action: "label";
  readonly slot: LabelSlot;
  /** Null, to remove: whatever they are labelled. */
  readonly label: string | null;
}

export interface BulkEdit<A = BulkAction> {
  readonly of: A;
  /** Null, to remove: all that the rule has. */
  readonly rows: KeptCondition | null;
  readonly remove: boolean;
  readonly extraColumns: readonly string[];
}

export function tagOf(of: BulkAction): RuleTag {
  return of.action === "label" ? `bulk_label_${of.slot}` : TAGS[of.action];
}

const TAGS = { add: "bulk_add", exclude: "bulk_exclude" } as const;

/** What the feed's rules become: the one rule of the action with the rows in it or taken out of it. */
export function bulkEdited(rules: readonly ListedRule[], { of, ...edit }: BulkEdit): readonly ListedRule[] {
  return of.action === "label" ? labelled(rules, { of, ...edit }) : sorted(rules, { of: of.action, ...edit });
}

const NEW_RULE = {
  add: { type: "include", tag: TAGS.add },
  exclude: { type: "exclude", reason: "Excluded in bulk", tag: TAGS.exclude },
} as const;

/** The same where a feed has a selection: what it selects is not excluded any more. */
export function readmitted(rules: readonly ListedRule[], rows: KeptCondition, extraColumns: readonly string[]): readonly ListedRule[] {
  return changed(rules, { of: "exclude", extraColumns, to: (kept) => without(kept, rows) });
}

interface Change {
  readonly of: "add" | "exclude";
  readonly extraColumns: readonly string[];
  readonly to: (kept: KeptCondition) => KeptCondition;
}

function changed(rules: readonly ListedRule[], { of, extraColumns, to }: Change): readonly ListedRule[] {
  const present = findKept(rules, TAGS[of])?.definition;
  const { condition, ...own }: Definition = present ?? NEW_RULE[of];
  const rows = to(present === undefined ? NO_ROWS : keptCondition(condition, extraColumns));
  return withKept(rules, TAGS[of], isNobody(rows) ? null : { ...own, condition: conditionText(rows) });
}

/** What was asked last holds: rows leave the rule that says the opposite, and the rule stands behind all others that exclude or include. */
function sorted(rules: readonly ListedRule[], { of, rows, remove, extraColumns }: BulkEdit<"add" | "exclude">): readonly ListedRule[] {
  if (rows === null) return withKept(rules, TAGS[of], null);
  if (remove) return changed(rules, { of, extraColumns, to: (kept) => without(kept, rows) });
  const cleared = changed(rules, { of: of === "add" ? "exclude" : "add", extraColumns, to: (kept) => without(kept, rows) });
  return placedLast(changed(cleared, { of, extraColumns, to: (kept) => joined(kept, rows) }), TAGS[of]);
}

interface Tier {
  readonly written: Definition;
  /** Null for a list or a range, which a person has written; it stays as it is. */
  readonly rows: KeptCondition | null;
}

/** All labels of a slot are one rule. A row has the label it was given last, so it leaves the other tiers, and its own comes first. */
function labelled(rules: readonly ListedRule[], { of, rows, remove, extraColumns }: BulkEdit<LabelAction>): readonly ListedRule[] {
  const tag = tagOf(of);
  const present = findKept(rules, tag)?.definition ?? { type: "label_tiers", slot: `custom_label_${of.slot}`, tag };
  const isNamed = ({ written, rows: kept }: Tier): boolean => kept !== null && written["name"] === of.label;
  const isMeant = (tier: Tier): boolean => !remove || of.label === null || isNamed(tier);
  const left = tiersOf(present, extraColumns).map((tier) =>
    tier.rows === null || !isMeant(tier) ? tier : { ...tier, rows: rows === null ? NO_ROWS : without(tier.rows, rows) },
  );
  const own = left.find(isNamed) ?? { written: { name: of.label }, rows: NO_ROWS };
  const added = remove || rows === null ? [] : [{ ...own, rows: joined(own.rows ?? NO_ROWS, rows) }];
  const tiers = [...added, ...left.filter((tier) => added.length === 0 || tier !== own)].filter(
    ({ rows: kept }) => kept === null || !isNobody(kept),
  );
  return withKept(rules, tag, tiers.length === 0 ? null : { ...present, tiers: tiers.map(writtenTier) });
}

function tiersOf(definition: Definition, extraColumns: readonly string[]): readonly Tier[] {
  const { tiers } = definition;
  return (Array.isArray(tiers) ? tiers : []).map((tier) => {
    const { condition, ...written } = members(tier);
    return { written, rows: condition === undefined ? null : keptCondition(condition, extraColumns) };
  });
}

function writtenTier({ written, rows }: Tier): Definition {
  return rows === null ? written : { ...written, condition: conditionText(rows) ?? "always" };
}
