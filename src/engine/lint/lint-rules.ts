import { keysOf } from "../../kernel/unsafe.ts";
import { blankInputs } from "./blank-inputs.ts";
import { changesNothing } from "./changes-nothing.ts";
import { contradicting } from "./contradicting.ts";
import type { LintCheck, LintFinding, LintInput } from "./lint.ts";
import { matchesNothing } from "./matches-nothing.ts";
import { orderDependent } from "./order-dependent.ts";
import { shadowed } from "./shadowed.ts";
import { unmatchedKeys } from "./unmatched-keys.ts";

/** What may be wrong with rules, by the code a finding carries. A new check is a file beside these and one line here. */
const CHECKS = {
  matches_nothing: matchesNothing,
  changes_nothing: changesNothing,
  shadowed,
  contradiction: contradicting,
  blank_input: blankInputs,
  unmatched_lookup_keys: unmatchedKeys,
  order_dependent: orderDependent,
} as const satisfies Record<string, LintCheck>;

export type LintCode = keyof typeof CHECKS;
export const LINT_CODES: readonly LintCode[] = Object.freeze(keysOf(CHECKS));

/** Findings of all checks, warnings first. */
export function lintRules(input: LintInput): readonly (LintFinding & { readonly code: LintCode })[] {
  const found = LINT_CODES.flatMap((code) => CHECKS[code](input).map((finding) => ({ code, ...finding })));
  return found.toSorted((a, b) => Number(b.severity === "warning") - Number(a.severity === "warning"));
}
