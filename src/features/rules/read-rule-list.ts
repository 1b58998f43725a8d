import { PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import type { CheckContext } from "../../engine/expression/check-faults.ts";
import { readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { FAULTS_MAX, type Read, type Reading, type WrittenPattern, wrong } from "../definitions/index.ts";
import { type ClaimedRule, RuleClaims } from "./claim-rules.ts";
import { patternsAt, ruleDetails, writingContext } from "./read-written-rule.ts";
import { RULES_MAX } from "./rule-bounds.ts";
import { type RuleList, type RuleState, writtenState } from "./rule-list.ts";

interface RuleContexts {
  /** What may be named in the feed as it would be. */
  readonly after: CheckContext;
  /** What may be named in it now; null where no column is taken away. */
  readonly before: CheckContext | null;
}

/** Reads the rules of a document, and names every fault. */
export function readRuleList(written: unknown, reading: Reading<RuleList>): Read<RuleList> {
  const { before } = reading;
  const fault = (message: string): Read<RuleList> => ({ value: before, faults: [wrong("/rules", message)], patterns: [] });
  if (!Array.isArray(written)) return fault("`rules` must be the list of all rules, in the order they run.");
  if (written.length > RULES_MAX)
    return fault(`A feed can have at most ${RULES_MAX} rules. This list has ${written.length}. Combine some of them.`);
  const claims = new RuleClaims(written, before.rules);
  const read = readClaimed(claims, contextsOf(reading));
  return {
    value: { rules: read.flatMap(({ state }) => state ?? []) },
    faults: [...claims.faults, ...read.flatMap(({ faults = [] }) => faults)],
    patterns: read.flatMap(({ patterns = [] }) => patterns),
  };
}

function contextsOf({ feed, outline, columns, tables }: Reading<RuleList>): RuleContexts {
  const isTaken = feed.extra_columns.some((name) => !outline.extra_columns.includes(name));
  return {
    after: writingContext(outline.extra_columns, columns, tables),
    before: isTaken ? writingContext(feed.extra_columns, columns, tables) : null,
  };
}

/** One after another, until it is clear that the document is refused: for more parts than a feed may have, or for its many faults. */
function readClaimed(claims: RuleClaims, contexts: RuleContexts): readonly ReadOne[] {
  const read: ReadOne[] = [];
  let [parts, faults] = [0, 0];
  for (const claimed of claims.claimed) {
    const one =
      claimed.isSame && claimed.row !== undefined ? keptRule(claimed, claimed.row, contexts) : writtenRule(claimed, claims, contexts.after);
    read.push(one);
    faults += one.faults?.length ?? 0;
    if (one.state?.active === true) parts += one.state.parts;
    if (parts > PARTS_OF_FEED_MAX || faults >= FAULTS_MAX) break;
  }
  return read;
}

interface ReadOne {
  readonly state?: RuleState;
  readonly patterns?: readonly WrittenPattern[];
  readonly faults?: readonly ErrorDetail[];
}

/** A rule that stays as it is was right when it was written; it is at fault only if this very document takes away what it names. */
function keptRule({ at, written }: ClaimedRule, row: RuleState, { after, before }: RuleContexts): ReadOne {
  const state = { ...row, active: members(written)["active"] !== false };
  if (before === null) return { state };
  const { faults } = readOrFaults(row.definition, after);
  if (faults === undefined || readOrFaults(row.definition, before).faults !== undefined) return { state };
  return { faults: ruleDetails(`/rules/${at}`, faults) };
}

function writtenRule({ at, written, row }: ClaimedRule, claims: RuleClaims, context: CheckContext): ReadOne {
  const { rule, faults } = readOrFaults(written, context);
  if (rule === undefined) return { faults: ruleDetails(`/rules/${at}`, faults) };
  return {
    state: writtenState(row ?? claims.takeSame(rule.definition), rule, members(written)["active"] !== false),
    patterns: patternsAt(`/rules/${at}`, rule.size.patterns),
  };
}
