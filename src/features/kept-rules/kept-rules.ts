import { printRule } from "../../engine/rules/print-rule.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { RuleTag } from "../../engine/rules/rule-tags.ts";
import type { ListedRule } from "../rules/index.ts";

/** Finding and changing the one rule of a feed that an operation keeps. Of several with one mark, the first is it. */

export function findKept(rules: readonly ListedRule[], tag: RuleTag): ListedRule | undefined {
  return rules.find(({ definition }) => definition["tag"] === tag);
}

export type Definition = ListedRule["definition"];

/** Writes the rule where it stands, or behind the others; `null` takes it away. */
export function withKept(rules: readonly ListedRule[], tag: RuleTag, definition: Definition | null): readonly ListedRule[] {
  const present = findKept(rules, tag);
  if (definition === null) return rules.filter((rule) => rule !== present);
  if (present === undefined) return [...rules, { id: null, active: true, definition }];
  return rules.map((rule) => (rule === present ? { ...rule, active: true, definition } : rule));
}

/** As an answer shows it. It has no id before it is made; the mark is of no use to a reader. */
export function keptAnswer(kept: ListedRule | undefined): { readonly rule_id: string | null; readonly rule: string | null } {
  if (kept === undefined) return { rule_id: null, rule: null };
  const { id, definition } = kept;
  const { tag: _tag, ...own } = definition;
  return { rule_id: id === null ? null : formatId("rule", storedId("rule", id)), rule: printRule(own) };
}

/** The last rule wins. */
export function placedLast(rules: readonly ListedRule[], tag: RuleTag): readonly ListedRule[] {
  const kept = findKept(rules, tag);
  return kept === undefined ? rules : [...rules.filter((rule) => rule !== kept), kept];
}
