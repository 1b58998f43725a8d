import { longestRise } from "../definitions/index.ts";
import { type RuleState, sameRule } from "./rule-list.ts";
import type { RulesToStore } from "./rule-queries.ts";

/** Indexes in `after` of rules that change places with others. One that others come or go in front of stays. */
export function movedAmong(before: readonly Pick<RuleState, "id">[], after: readonly Pick<RuleState, "id">[]): ReadonlySet<number> {
  const places = new Map(before.map(({ id }, at) => [id, at]));
  const kept = after.flatMap(({ id }, at) => {
    const was = id === null ? undefined : places.get(id);
    return was === undefined ? [] : [{ at, was }];
  });
  const still = longestRise(kept.map(({ was }) => was));
  return new Set(kept.filter((_, nth) => !still.has(nth)).map(({ at }) => at));
}

/** What there is to store of a list: rules that go, those that come or change, and places of the others. */
export function movedRules(before: readonly RuleState[], after: readonly RuleState[]): RulesToStore {
  const had = new Map(before.map((rule) => [rule.id, rule]));
  const moved = movedAmong(before, after);
  const placed = after.map((rule, at) => {
    const was = rule.id === null ? undefined : had.get(rule.id);
    return { rule, position: at + 1, isMoved: moved.has(at), isSame: was !== undefined && sameRule(was, rule) };
  });
  const kept = new Set(after.map(({ id }) => id));
  return {
    gone: before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id])),
    written: placed.filter(({ isSame }) => !isSame).map(({ rule, position }) => ({ ...rule, position })),
    placed: placed
      .filter(({ rule, isSame, position }) => isSame && before[position - 1]?.id !== rule.id)
      .map(({ rule, position, isMoved }) => ({ id: rule.id ?? 0, position, isMoved })),
  };
}
