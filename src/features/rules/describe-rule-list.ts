import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule } from "../../engine/rules/rule-reader.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Change, Difference } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { movedAmong } from "./moved-rules.ts";
import { type RuleList, type RuleState, sameRule } from "./rule-list.ts";

interface Placed {
  readonly rule: RuleState;
  /** From 1. */
  readonly position: number;
}

/** What becomes of each rule. A rule that others are put before or taken from before it does not move. */
export function describeRules({ before, after }: Change<RuleList>, feeds: Change<FeedRow>): readonly Difference[] {
  const old = new Map(before.rules.map((rule, at) => [rule.id, { rule, position: at + 1 }]));
  const fresh = after.rules.map((rule, at): Placed & { readonly was: Placed | undefined } => ({
    rule,
    position: at + 1,
    was: rule.id === null ? undefined : old.get(rule.id),
  }));
  const places = movedAmong(before.rules, after.rules);
  const named = new Set(after.rules.map(({ id }) => id));
  return [
    ...[...old.values()].filter(({ rule }) => !named.has(rule.id)).map((gone) => removed(gone, feeds.before)),
    ...fresh.flatMap(({ was, ...now }) => (was === undefined ? [added(now, feeds.after)] : changed(was, now, feeds))),
    ...fresh.flatMap(({ was, ...now }, at) => (was !== undefined && places.has(at) ? [moved(was, now, feeds.after)] : [])),
  ];
}

function entry(
  action: Difference["action"],
  { rule, position }: Placed,
  rest: Pick<Difference, "summary" | "before" | "after">,
): Difference {
  const ruleId = rule.id === null ? null : formatId("rule", storedId("rule", rule.id));
  return { action, path: `/rules/${position - 1}`, ruleId, ...rest };
}

function removed(gone: Placed, feed: FeedRow): Difference {
  return entry("removed", gone, { summary: sentenceOf(gone.rule, feed), before: shown(gone.rule), after: null });
}

function added(now: Placed, feed: FeedRow): Difference {
  const summary = `${now.rule.active ? "" : "inactive: "}${sentenceOf(now.rule, feed)}`;
  return entry("added", now, { summary, before: null, after: shown(now.rule) });
}

function changed(was: Placed, now: Placed, feeds: Change<FeedRow>): readonly Difference[] {
  if (sameRule(was.rule, now.rule)) return [];
  const [old, fresh] = [sentenceOf(was.rule, feeds.before), sentenceOf(now.rule, feeds.after)];
  const switched = was.rule.active === now.rule.active ? "" : now.rule.active ? "activated: " : "deactivated: ";
  const summary = `${switched}${old === fresh ? fresh : `${old} → ${fresh}`}`;
  return [entry("changed", now, { summary, before: shown(was.rule), after: shown(now.rule) })];
}

function moved(was: Placed, now: Placed, feed: FeedRow): Difference {
  const summary = `from place ${was.position} to ${now.position}: ${sentenceOf(now.rule, feed)}`;
  return entry("moved", now, { summary, before: was.position, after: now.position });
}

function shown({ active, definition }: RuleState): Readonly<Record<string, unknown>> {
  return { active, ...definition };
}

/** As a person reads it: what is stored was checked when it was written. */
function sentenceOf({ definition }: RuleState, { extra_columns: extraColumns }: FeedRow): string {
  return readRule(0, definition, storedContext(extraColumns)).description;
}
