import { hasStep } from "./columns-used.ts";
import { called, type LintCheck, type LintFinding, type LintInput, type LintRule, rows } from "./lint.ts";
import { ruleOf, writesBlindly } from "./shadowed.ts";

/** Contradictory: two rules write different things into the same cells, or one lets in again all that another keeps out. */
export const contradicting: LintCheck = (input) => [...overlapping(input), ...undone(input)];

function overlapping({ rules }: LintInput): readonly LintFinding[] {
  return rules.flatMap((rule) =>
    rule.did.columns.flatMap(({ column, changed, overwritten }) =>
      overwritten.flatMap(({ by, rows: count }) => {
        const winner = ruleOf(rules, by);
        // All of them: that is said of the shadowed.
        if (winner === undefined || count === changed || !writesBlindly(winner, column)) return [];
        return [
          {
            rules: [rule.id, winner.id],
            severity: "info" as const,
            column,
            count,
            message: `Rules ${rule.position} and ${winner.position} both write ${column} in ${rows(count)}. Rule ${winner.position} runs later and wins.`,
            suggestion: {
              text: `To let rule ${rule.position} win, move it after rule ${winner.position}. Or give one of the rules a condition that leaves those rows to the other.`,
              change: { kind: "move" as const, rule: rule.id, behind: winner.id },
            },
          },
        ];
      }),
    ),
  );
}

function undone({ rules }: LintInput): readonly LintFinding[] {
  return rules.flatMap((rule) => {
    const by = undoneBy(rule, rules);
    if (by === undefined) return [];
    return [
      {
        rules: [rule.id, by.id],
        severity: "warning" as const,
        column: null,
        count: taken(rule),
        message: `${called(rule)} excludes ${rows(taken(rule))}, but rule ${by.position} includes all of them again.`,
        suggestion: { text: `Deactivate one of the two rules.`, change: { kind: "deactivate" as const, rule: rule.id } },
      },
    ];
  });
}

/** The later rule that lets in whatever this one would exclude. */
export function undoneBy(rule: LintRule, rules: readonly LintRule[]): LintRule | undefined {
  if (!hasStep(rule, "exclude") || taken(rule) === 0 || rule.did.excluded > 0) return undefined;
  const later = rules.slice(rules.indexOf(rule) + 1);
  return later.find((other) => hasStep(other, "admit") && other.did.admitted >= taken(rule));
}

/** Rows that were in before a rule and are out after it. */
function taken({ did: { standing } }: LintRule): number {
  return standing === null ? 0 : Math.max(0, standing.before - standing.after);
}
