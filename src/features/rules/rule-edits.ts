import type { RuleDefinition } from "../../engine/rules/rule-reader.ts";
import type { RuleId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { changeOf, type Excess, type ReadEdit } from "../definitions/index.ts";
import { refuseDetails } from "./read-written-rule.ts";
import { type RuleAction, type RuleList, type RuleState, writtenState } from "./rule-list.ts";
import { rulesSection } from "./section.ts";

/** A rule with which the feed's rules add up to too much is at fault itself. */
export function refuseExcess(call: Refuse<"rule_invalid">) {
  return ({ message }: Excess): never => refuseDetails(call, [{ param: "/rule", code: "invalid_param", message }]);
}

interface ListEdit {
  readonly rules: readonly RuleState[];
  readonly done: RuleAction;
  readonly summary: string;
}

export function listEdit(before: RuleList, { rules, done, summary }: ListEdit): ReadEdit {
  return { changes: [changeOf(rulesSection, { before, after: { rules, done } })], summary };
}

interface WrittenEdit {
  readonly rule: RuleDefinition;
  readonly active: boolean;
}

export function addedRule(before: RuleList, { rule, active }: WrittenEdit): ReadEdit {
  return listEdit(before, {
    rules: [...before.rules, writtenState(undefined, rule, active)],
    done: { action: "created" },
    summary: `Added rule ${before.rules.length + 1}: ${rule.description}`,
  });
}

export function changedRule(before: RuleList, id: RuleId, { rule, active }: WrittenEdit): ReadEdit {
  return listEdit(before, {
    rules: before.rules.map((state) => (state.id === id ? writtenState(state, rule, active) : state)),
    done: { action: "updated", id },
    summary: `Changed rule ${placeOf(before, id)}: ${rule.description}`,
  });
}

/** From 1. */
export function placeOf({ rules }: RuleList, id: number): number {
  return rules.findIndex((rule) => rule.id === id) + 1;
}
