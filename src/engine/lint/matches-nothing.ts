import { called, type LintCheck, rows } from "./lint.ts";

/** Dead: the condition holds for no row. */
export const matchesNothing: LintCheck = ({ rules, total }) =>
  rules.flatMap((rule) => {
    const { matched, blanks } = rule.did;
    if (total === 0 || matched > 0 || rule.definition.condition === null) return [];
    const blank = blanks.find((column) => column.rows === total);
    const why = blank === undefined ? "" : ` The rule reads ${blank.column}, which is blank in every row.`;
    return [
      {
        rules: [rule.id],
        severity: "warning" as const,
        column: blank?.column ?? null,
        count: 0,
        message: `${called(rule)} matches none of the ${rows(total)}.${why}`,
        suggestion: {
          text: `Correct the condition ${rule.definition.condition}, or deactivate the rule.`,
          change: { kind: "deactivate" as const, rule: rule.id },
        },
      },
    ];
  });
