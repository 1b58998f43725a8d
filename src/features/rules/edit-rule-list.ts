import type { ErrorDetail } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { changeOf, type ReadEdit, textOf } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import type { JudgedPatterns } from "../patterns/index.ts";
import { judgeWrittenRules, readWrittenRule } from "./read-written-rule.ts";
import { loadRules, type RuleState, writtenState } from "./rule-list.ts";
import { rulesSection } from "./section.ts";

/** For operations that work on a feed's rules as one list. What they write of it is read like a rule that somebody sent. */

/** A rule of a list, as far as somebody writes it; without an id it is yet to be made. */
export type ListedRule = Pick<RuleState, "id" | "active" | "definition">;

/** What the rules of a feed shall become. */
export type RulesEdit = (rules: readonly ListedRule[]) => readonly ListedRule[];

/** Judges the regular expressions of what is written before the transaction in which `readRulesEdit` reads it. */
export async function judgeRulesEdit(call: ShopCall, feed: FeedRow, edit: RulesEdit): Promise<JudgedPatterns> {
  const { rules } = await loadRules(call.shop, feed);
  const written = edit(rules).filter((rule) => keptState(rules, rule) === undefined);
  return judgeWrittenRules(
    call,
    feed,
    written.map(({ definition }) => definition),
  );
}

type Call = ShopChange & Refuse<"rule_invalid">;

interface Judged {
  readonly edit: RulesEdit;
  readonly judged: JudgedPatterns;
}

interface ReadRules extends Required<Omit<ReadEdit, "summary">> {
  /** The rules as they would be. */
  readonly rules: readonly RuleState[];
}

export async function readRulesEdit(call: Call, feed: FeedRow, { edit, judged }: Judged): Promise<ReadRules> {
  const refuse = (faults: readonly ErrorDetail[]): never => refuseRules(call, feed, faults);
  const before = await loadRules(call.shop, feed);
  const rules: RuleState[] = [];
  for (const listed of edit(before.rules)) {
    const { id, active, definition: written } = listed;
    const read = async () =>
      readWrittenRule({ ...call, fail: (_code, _message, faults = []) => refuse(faults) }, feed, { written, judged });
    const present = before.rules.find((rule) => rule.id === id);
    rules.push(keptState(before.rules, listed) ?? writtenState(present, await read(), active));
  }
  const changes = [changeOf(rulesSection, { before, after: { rules } })];
  return { rules, changes, refuse: ({ message }) => refuse([{ param: "", code: "invalid_param", message }]) };
}

/** A rule that says what it said was right when it was written. */
function keptState(rules: readonly RuleState[], { id, active, definition }: ListedRule): RuleState | undefined {
  const present = rules.find((rule) => rule.id === id);
  return present !== undefined && textOf(present.definition) === textOf(definition) ? { ...present, active } : undefined;
}

/** A place in the list of rules means nothing to a caller who has not sent the list. */
function refuseRules(call: Refuse<"rule_invalid">, { id, display_name: name }: FeedRow, faults: readonly ErrorDetail[]): never {
  const named = `${name} (${formatId("feed", storedId("feed", id))})`;
  const details = faults.map(({ code, message }) => ({ param: "", code, message: `${named}: ${message}` }));
  return call.fail("rule_invalid", details[0]?.message, details);
}
