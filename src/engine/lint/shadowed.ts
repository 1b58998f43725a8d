import { columnsUsed } from "./columns-used.ts";
import { called, type LintCheck, type LintRule, rows } from "./lint.ts";

/** Shadowed: a later rule that does not look at what it wrote writes over all of it. */
export const shadowed: LintCheck = ({ rules }) =>
  rules.flatMap((rule) =>
    rule.did.columns.flatMap(({ column, changed, overwritten }) => {
      const over = overwritten.map(({ by, rows: count }) => ({ by: ruleOf(rules, by), count }));
      const whole = over.find(({ by, count }) => count === changed && by !== undefined && writesBlindly(by, column))?.by;
      if (changed === 0 || whole === undefined) return [];
      return [
        {
          rules: [rule.id, whole.id],
          severity: "warning" as const,
          column,
          count: changed,
          message: `${called(rule)} writes ${column} in ${rows(changed)}, but rule ${whole.position} overwrites all of them.`,
          suggestion: {
            text: `Deactivate ${called(rule).toLowerCase()}, or give rule ${whole.position} a condition that skips the rows of rule ${rule.position}.`,
            change: { kind: "deactivate" as const, rule: rule.id },
          },
        },
      ];
    }),
  );

export function ruleOf(rules: readonly LintRule[], id: number): LintRule | undefined {
  return rules.find((rule) => rule.id === id);
}

/** Whether what stood in the column before makes no difference to what the rule writes there. */
export function writesBlindly(rule: LintRule, column: string): boolean {
  return !columnsUsed(rule).has(`G:${column}`);
}
