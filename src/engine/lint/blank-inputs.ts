import { columnsUsed } from "./columns-used.ts";
import { called, type LintCheck } from "./lint.ts";

/** A column the rule reads is blank in every row, or is none of the catalog's any more. */
export const blankInputs: LintCheck = ({ rules, total, sourceColumns }) =>
  rules.flatMap((rule) => {
    const used = columnsUsed(rule);
    // A rule that matches nothing because of it is told of there.
    if (total === 0 || (rule.did.matched === 0 && rule.definition.condition !== null)) return [];
    return rule.did.blanks
      .filter(({ column, rows }) => rows === total && used.has(`${column.slice(1, 2)}:${column.slice(3)}`))
      .map(({ column }) => {
        const name = column.slice(3);
        const gone = column.startsWith("[D]") && !sourceColumns.has(name);
        return {
          rules: [rule.id],
          severity: "warning" as const,
          column,
          count: total,
          message: gone
            ? `${called(rule)} reads ${column}, but the catalog no longer has that column.`
            : `${called(rule)} reads ${column}, but that column is blank in every row.`,
          suggestion: {
            text: gone
              ? "Change the rule to read another column, or restore the column."
              : `Fill ${name} in the shop, or change the rule to read another column.`,
          },
        };
      });
  });
