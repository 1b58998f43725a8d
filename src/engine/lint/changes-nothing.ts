import { columnsWritten, hasStep } from "./columns-used.ts";
import { undoneBy } from "./contradicting.ts";
import { called, type LintCheck, type LintRule, rows } from "./lint.ts";

/** Dead in another way: it meets rows, and leaves each as it was. */
export const changesNothing: LintCheck = ({ rules, feedColumns }) =>
  rules.flatMap((rule) => {
    const { matched, excluded, admitted, columns } = rule.did;
    const idle = excluded === 0 && admitted === 0 && columns.every(({ changed }) => changed === 0);
    // A rule that says stop keeps later ones away, which is something.
    if (matched === 0 || !idle || rule.definition.definition["stop"] === true) return [];
    if (undoneBy(rule, rules) !== undefined) return [];
    return [
      {
        rules: [rule.id],
        // What a limit is for may not have happened yet.
        severity: rule.definition.size.feedwide > 0 ? ("info" as const) : ("warning" as const),
        column: null,
        count: matched,
        message: `${called(rule)} matches ${rows(matched)} but changes nothing: ${reasonOf(rule, feedColumns)}.`,
        suggestion: {
          text: "Deactivate the rule, or check the values it finds in the debug rows.",
          change: { kind: "deactivate" as const, rule: rule.id },
        },
      },
    ];
  });

function reasonOf(rule: LintRule, feedColumns: ReadonlySet<string>): string {
  const gone = [...columnsWritten(rule)].find((key) => !feedColumns.has(key.slice(2)));
  if (gone !== undefined) return `the feed no longer has the column ${gone.slice(2)}`;
  if (hasStep(rule, "admit")) return "no earlier rule excludes any of these rows";
  if (hasStep(rule, "exclude")) return "it excludes none of these rows, or they are already excluded";
  return "these rows already have that value";
}
