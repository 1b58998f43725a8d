import type { RuleDefinition } from "../../engine/rules/rule-reader.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { textOf } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { listRules, type RuleRow, type StoredRule } from "./rule-queries.ts";
import type { RuleShape } from "./rule-shapes.ts";
import { storedRule } from "./read-written-rule.ts";

/** A rule in a feed's list, as it is stored: every text canonical. */
export interface RuleState extends StoredRule {
  /** Null: a rule that is yet to be made. */
  readonly id: number | null;
  readonly active: boolean;
}

/** What an edit of single rules did, as subscribers are told it. */
export type RuleAction =
  | { readonly action: "created" }
  | { readonly action: "updated" | "activated" | "deactivated"; readonly id: number }
  | { readonly action: "deleted"; readonly rule: RuleShape }
  | { readonly action: "reordered" };

/** A feed's rules in the order in which they run. */
export interface RuleList {
  readonly rules: readonly RuleState[];
  /** Absent where a document or a version replaces them. */
  readonly done?: RuleAction;
}

function stateOfRow({ id, active, rule_type: type, definition, lookups, conditions, parts, feedwide }: RuleRow): RuleState {
  return { id, active, type, definition, lookups, conditions, parts, feedwide };
}

export function stateOfRule(id: number | null, rule: RuleDefinition, active: boolean): RuleState {
  return { id, active, ...storedRule(rule) };
}

export async function loadRules(shop: ShopDb, { id }: FeedRow): Promise<RuleList> {
  return { rules: (await listRules(shop, storedId("feed", id))).map(stateOfRow) };
}

/** A rule as somebody wrote it, in the place of `row`: where it says the same, what is stored stays to the letter. */
export function writtenState(row: RuleState | undefined, rule: RuleDefinition, active: boolean): RuleState {
  if (row !== undefined && sameDefinition(row.definition, rule.definition)) return { ...row, active };
  return stateOfRule(row?.id ?? null, rule, active);
}

/** Whether a rule stays as it is, wherever it is placed. */
export function sameRule(a: RuleState, b: RuleState): boolean {
  return a.active === b.active && textOf(a.definition) === textOf(b.definition);
}

/** Definitions are the same whatever the order of their members; within a member, the order may mean something. */
export function sameDefinition(a: StoredRule["definition"], b: StoredRule["definition"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && textOf(a[name]) === textOf(b[name]));
}
