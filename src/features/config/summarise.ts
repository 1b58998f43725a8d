import type { DocumentSection } from "../definitions/index.ts";
import type { Comparison } from "./compare-values.ts";
import { DOCUMENT_SECTIONS } from "./sections.ts";

const ACTIONS = ["added", "removed", "changed", "moved"] as const;

/** `2 rules added, 1 changed, 3 mappings changed, 40 cells changed`. */
export function summarised({ counts, actions }: Comparison): string {
  const byAction = DOCUMENT_SECTIONS.filter(({ summarisedBy }) => summarisedBy === "action").flatMap((section) => {
    const counted = ACTIONS.flatMap((action) => {
      const count = actions[section.name]?.[action] ?? 0;
      return count === 0 ? [] : [{ count, action }];
    });
    return counted.map(({ count, action }, at) => (at === 0 ? sentence(section, count, action) : `${count} ${action}`));
  });
  const byCount = DOCUMENT_SECTIONS.filter(({ summarisedBy }) => summarisedBy === "count").flatMap((section) => {
    const count = counts[section.name] ?? 0;
    return count === 0 ? [] : [sentence(section, count, "changed")];
  });
  return [...byAction, ...byCount].join(", ");
}

function sentence({ parts: [one, several] }: DocumentSection<unknown>, count: number, action: string): string {
  return `${count} ${count === 1 ? one : several} ${action}`;
}
