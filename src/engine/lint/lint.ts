import type { RuleDefinition } from "../rules/rule-reader.ts";
import type { RuleLineage } from "../run/lineage-query.ts";

/** A rule with what it did over all rows. */
export interface LintRule {
  readonly id: number;
  /** As people count the feed's rules, inactive ones too. */
  readonly position: number;
  readonly definition: RuleDefinition;
  readonly did: RuleLineage;
}

export interface LintInput {
  /** The active rules, in order. */
  readonly rules: readonly LintRule[];
  /** Rows they ran over. */
  readonly total: number;
  /** Columns the catalog has. */
  readonly sourceColumns: ReadonlySet<string>;
  /** Columns the feed has. */
  readonly feedColumns: ReadonlySet<string>;
  /** Keys that lookups did not find, by table. */
  readonly unmatched: readonly { readonly table: string; readonly keys: readonly { readonly key: string; readonly count: number }[] }[];
}

export interface LintFinding {
  /** The rules at fault first, then those it comes from. */
  readonly rules: readonly number[];
  readonly severity: "warning" | "info";
  /** The column it is about. */
  readonly column: string | null;
  /** Rows it concerns. */
  readonly count: number;
  readonly message: string;
  readonly suggestion: Suggestion;
}

/** What to do about it, in words and, where one request does it, as what is asked. */
export interface Suggestion {
  readonly text: string;
  readonly change?:
    | { readonly kind: "deactivate"; readonly rule: number }
    /** Ids of the rules in the order they would have; inactive ones keep their places. */
    | { readonly kind: "move"; readonly rule: number; readonly behind: number };
}

/** One thing that may be wrong with rules. A check sees rules in order and answers a finding for each place. */
export type LintCheck = (input: LintInput) => readonly LintFinding[];

export function called({ position }: LintRule): string {
  return `Rule ${position}`;
}

/** `31 rows`, `1 row`. */
export function rows(count: number): string {
  return count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
}
