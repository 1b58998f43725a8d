import { PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import type { CheckContext } from "../../engine/expression/check-faults.ts";
import { type RuleDefinition, readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { JudgedPatterns } from "../patterns/index.ts";
import { patternFaults, ruleDetails, type RuleRow, RULES_MAX, type SizedRule, sizedRow } from "../rules/index.ts";
import { type ClaimedRule, RuleClaims } from "./claim-rules.ts";
import type { RuleState } from "./definition.ts";
import { FAULTS_MAX } from "./read-sections.ts";

/** A rule of the document that can be one of the feed. */
interface CandidateRule {
  readonly at: number;
  readonly state: RuleState;
  readonly size: SizedRule;
  /** Of a rule that is new or changed: what DuckDB must judge. */
  readonly read: RuleDefinition | null;
}

export interface ReadRules {
  readonly candidates: readonly CandidateRule[];
  readonly faults: readonly ErrorDetail[];
}

export interface RuleContexts {
  /** What may be named in the feed as it would be. */
  readonly after: CheckContext;
  /** What may be named in it now; null where no column is taken away. */
  readonly before: CheckContext | null;
}

/** Reads the rules of a document; names every fault but those of regular expressions, which are judged together with the mappings'. */
export function readRules(written: unknown, rows: readonly RuleRow[], contexts: RuleContexts): ReadRules {
  const fault = (message: string): ReadRules => ({ candidates: [], faults: [{ param: "/rules", code: "invalid_param", message }] });
  if (!Array.isArray(written)) return fault("`rules` is the list of all rules, in the order in which they run.");
  if (written.length > RULES_MAX) return fault(`A feed has at most ${RULES_MAX} rules; these are ${written.length}. Join some of them.`);
  const claims = new RuleClaims(written, rows);
  const read = readClaimed(claims, contexts);
  return {
    candidates: read.flatMap(({ candidate }) => candidate ?? []),
    faults: [...claims.faults, ...read.flatMap(({ faults = [] }) => faults)],
  };
}

/** One after another, until it is clear that the document is refused: for more parts than a feed may have, or for its many faults. */
function readClaimed(claims: RuleClaims, contexts: RuleContexts): readonly ReadOne[] {
  const read: ReadOne[] = [];
  let [parts, faults] = [0, 0];
  for (const claimed of claims.claimed) {
    const one =
      claimed.isSame && claimed.row !== undefined ? sameRule(claimed, claimed.row, contexts) : writtenRule(claimed, claims, contexts.after);
    read.push(one);
    faults += one.faults?.length ?? 0;
    if (one.candidate?.size.active === true) parts += one.candidate.size.parts;
    if (parts > PARTS_OF_FEED_MAX || faults >= FAULTS_MAX) break;
  }
  return read;
}

interface ReadOne {
  readonly candidate?: CandidateRule;
  readonly faults?: readonly ErrorDetail[];
}

/** A rule that stays as it is was right when it was written; it is at fault only if this very document takes away what it names. */
function sameRule({ at, written }: ClaimedRule, row: RuleRow, { after, before }: RuleContexts): ReadOne {
  const active = members(written)["active"] !== false;
  const candidate = { at, state: { id: row.id, active, definition: row.definition }, size: { ...sizedRow(row), active }, read: null };
  if (before === null) return { candidate };
  const { faults } = readOrFaults(row.definition, after);
  if (faults === undefined || readOrFaults(row.definition, before).faults !== undefined) return { candidate };
  return { faults: ruleDetails(`/rules/${at}`, faults) };
}

function writtenRule({ at, written, row }: ClaimedRule, claims: RuleClaims, context: CheckContext): ReadOne {
  const { rule, faults } = readOrFaults(written, context);
  if (rule === undefined) return { faults: ruleDetails(`/rules/${at}`, faults) };
  const active = members(written)["active"] !== false;
  const id = (row ?? claims.takeSame(rule.definition))?.id ?? null;
  const { conditions, parts, feedwide, splits } = rule.size;
  return {
    candidate: {
      at,
      state: { id, active, definition: rule.definition },
      size: { active, conditions, parts, feedwide, splits },
      read: rule,
    },
  };
}

/** Regular expressions of a rule that is new or changed, by the member they stand in. */
export interface PatternsOfRule {
  readonly at: number;
  readonly patterns: ReadonlyMap<string, string>;
}

export function patternsOfRules({ candidates }: ReadRules): readonly PatternsOfRule[] {
  return candidates.flatMap(({ at, read }) =>
    read === null || read.size.patterns.size === 0 ? [] : [{ at, patterns: read.size.patterns }],
  );
}

export function rulePatternFaults(rules: readonly PatternsOfRule[], judged: JudgedPatterns): readonly ErrorDetail[] {
  return rules.flatMap(({ at, patterns }) => ruleDetails(`/rules/${at}`, patternFaults(patterns, judged)));
}
