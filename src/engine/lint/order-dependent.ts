import { columnsUsed, columnsWritten } from "./columns-used.ts";
import { called, type LintCheck, rows } from "./lint.ts";

/** Order-dependent: a rule looks at a column that a later one still changes. */
export const orderDependent: LintCheck = ({ rules }) =>
  rules.flatMap((rule, at) => {
    const used = columnsUsed(rule);
    const own = columnsWritten(rule);
    return rules.slice(at + 1).flatMap((later) =>
      later.did.columns.flatMap(({ column, changed }) => {
        const key = `G:${column}`;
        // Rules that work on one column one after another are meant to.
        if (changed === 0 || !used.has(key) || own.has(key)) return [];
        return [
          {
            rules: [rule.id, later.id],
            severity: "info" as const,
            column,
            count: changed,
            message: `${called(rule)} reads ${column} before rule ${later.position} changes it in ${rows(changed)}, so the result depends on the order of the two rules.`,
            suggestion: {
              text: `If rule ${rule.position} should see what rule ${later.position} writes, move rule ${rule.position} after rule ${later.position}.`,
              change: { kind: "move" as const, rule: rule.id, behind: later.id },
            },
          },
        ];
      }),
    );
  });
