import { called, type LintCheck, rows } from "./lint.ts";

/** Keys a message names. */
const KEYS_NAMED = 3;

/** Keys that a rule looked up in a table that does not have them. */
export const unmatchedKeys: LintCheck = ({ rules, unmatched }) =>
  unmatched.flatMap(({ table, keys }) => {
    const asking = rules.filter(({ definition }) => definition.size.tables.some((name) => name.toLowerCase() === table.toLowerCase()));
    const [first] = asking;
    if (first === undefined || keys.length === 0) return [];
    const count = keys.reduce((sum, key) => sum + key.count, 0);
    const named = keys.slice(0, KEYS_NAMED).map((key) => `"${key.key}" (${rows(key.count)})`);
    const more = keys.length > KEYS_NAMED ? ` and ${keys.length - KEYS_NAMED} more` : "";
    return [
      {
        rules: asking.map(({ id }) => id),
        severity: "warning" as const,
        column: null,
        count,
        message: `${called(first)} looks up keys that the table ${table} doesn't have: ${named.join(", ")}${more}.`,
        suggestion: { text: `Add the keys to the table ${table}, or give the lookup a default.` },
      },
    ];
  });
