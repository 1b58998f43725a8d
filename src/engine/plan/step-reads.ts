import { columnKey, type Expression, nodesOf } from "../expression/expression.ts";
import type { LoweredStep } from "./lower-steps.ts";

/** The columns a step reads, by key. */
export function readsOf(step: LoweredStep): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const expression of expressionsOf(step)) {
    for (const node of nodesOf(expression)) if (node.kind === "column") reads.add(columnKey(node));
  }
  if (step.op === "form") reads.add(columnKey(step.column));
  for (const as of step.forms?.values() ?? []) reads.add(columnKey({ side: "T", name: as }));
  return reads;
}

export function expressionsOf(step: LoweredStep): readonly Expression[] {
  const condition = "condition" in step && step.condition !== undefined ? [step.condition] : [];
  switch (step.op) {
    case "assign":
    case "define":
      return [...condition, step.value];
    case "exclude":
      return [...condition, step.reason];
    case "split":
      return [...condition, step.items, step.within];
    case "aside":
      return [step.of];
    case "admit":
      return condition;
    case "form":
    case "clean":
    case "keep":
      return [];
    default:
      return step satisfies never;
  }
}
