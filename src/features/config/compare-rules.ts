import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule } from "../../engine/rules/rule-reader.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ConfigChangeShape } from "./config-shapes.ts";
import { type Definition, type RuleState, textOf } from "./definition.ts";
import { longestRise } from "./kept-order.ts";

interface Placed {
  readonly rule: RuleState;
  /** From 1. */
  readonly position: number;
}

/** What becomes of each rule. A rule that others are put before or taken from before it does not move. */
export function compareRules(before: Definition, after: Definition): readonly ConfigChangeShape[] {
  const old = new Map(before.rules.map((rule, at) => [rule.id, { rule, position: at + 1 }]));
  const fresh = after.rules.map((rule, at): Placed & { readonly was: Placed | undefined } => ({
    rule,
    position: at + 1,
    was: rule.id === null ? undefined : old.get(rule.id),
  }));
  const kept = fresh.flatMap(({ was, ...now }) => (was === undefined ? [] : [{ was, now }]));
  const still = longestRise(kept.map(({ was }) => was.position));
  const named = new Set(after.rules.map(({ id }) => id));
  return [
    ...[...old.values()].filter(({ rule }) => !named.has(rule.id)).map((gone) => removed(gone, before)),
    ...fresh.flatMap(({ was, ...now }) => (was === undefined ? [added(now, after)] : changed(was, now, [before, after]))),
    ...kept.filter((_, at) => !still.has(at)).map(({ was, now }) => moved(was, now, after)),
  ];
}

function entry(
  action: ConfigChangeShape["action"],
  { rule, position }: Placed,
  rest: Pick<ConfigChangeShape, "summary" | "before" | "after">,
) {
  const ruleId = rule.id === null ? null : formatId("rule", storedId("rule", rule.id));
  return { section: "rules" as const, action, path: `/rules/${position - 1}`, rule_id: ruleId, ...rest };
}

function removed(gone: Placed, { extraColumns }: Definition): ConfigChangeShape {
  return entry("removed", gone, { summary: sentenceOf(gone.rule, extraColumns), before: shown(gone.rule), after: null });
}

function added(now: Placed, { extraColumns }: Definition): ConfigChangeShape {
  const summary = `${now.rule.active ? "" : "inactive: "}${sentenceOf(now.rule, extraColumns)}`;
  return entry("added", now, { summary, before: null, after: shown(now.rule) });
}

function changed(was: Placed, now: Placed, [before, after]: readonly [Definition, Definition]): readonly ConfigChangeShape[] {
  const isSame = textOf(was.rule.definition) === textOf(now.rule.definition);
  if (isSame && was.rule.active === now.rule.active) return [];
  const [old, fresh] = [sentenceOf(was.rule, before.extraColumns), sentenceOf(now.rule, after.extraColumns)];
  const switched = was.rule.active === now.rule.active ? "" : now.rule.active ? "activated: " : "deactivated: ";
  const summary = `${switched}${old === fresh ? fresh : `${old} → ${fresh}`}`;
  return [entry("changed", now, { summary, before: shown(was.rule), after: shown(now.rule) })];
}

function moved(was: Placed, now: Placed, { extraColumns }: Definition): ConfigChangeShape {
  const summary = `from place ${was.position} to ${now.position}: ${sentenceOf(now.rule, extraColumns)}`;
  return entry("moved", now, { summary, before: was.position, after: now.position });
}

function shown({ active, definition }: RuleState): Readonly<Record<string, unknown>> {
  return { active, ...definition };
}

/** As a person reads it: what is stored was checked when it was written. */
function sentenceOf({ definition }: RuleState, extraColumns: readonly string[]): string {
  return readRule(0, definition, storedContext(extraColumns)).description;
}
