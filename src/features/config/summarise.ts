import type { Comparison } from "./compare-definitions.ts";
import type { Section } from "./config-shapes.ts";

/** One of a section's parts, and several. */
const PARTS: Readonly<Record<Section, readonly [string, string]>> = {
  settings: ["setting", "settings"],
  mappings: ["mapping", "mappings"],
  extra_columns: ["extra column", "extra columns"],
  rules: ["rule", "rules"],
  tests: ["test", "tests"],
  cells: ["cell", "cells"],
};

/** `2 rules added, 1 changed, 3 mappings changed, 40 cells changed`. */
export function summarised({ changes, counts }: Comparison): string {
  const ofRules = (["added", "removed", "changed", "moved"] as const).flatMap((action) => {
    const count = changes.filter(({ section, action: found }) => section === "rules" && found === action).length;
    return count === 0 ? [] : [{ count, action }];
  });
  const rules = ofRules.map(({ count, action }, at) => (at === 0 ? counted("rules", count, action) : `${count} ${action}`));
  const others = (["settings", "mappings", "extra_columns", "tests", "cells"] as const).flatMap((section) =>
    counts[section] === 0 ? [] : [counted(section, counts[section], "changed")],
  );
  return [...rules, ...others].join(", ");
}

function counted(section: Section, count: number, action: string): string {
  const [one, several] = PARTS[section];
  return `${count} ${count === 1 ? one : several} ${action}`;
}
