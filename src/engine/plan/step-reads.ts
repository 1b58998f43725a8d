import { columnKey, type Expression, nodesOf } from "../expression/expression.ts";
import type { LoweredStep } from "./lower-steps.ts";
import { expressionsOf } from "./step-expressions.ts";

/** The columns a step reads, by key. */
export function readsOf(step: LoweredStep): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const expression of loweredExpressionsOf(step)) {
    for (const node of nodesOf(expression)) if (node.kind === "column") reads.add(columnKey(node));
  }
  if (step.op === "form") reads.add(columnKey(step.column));
  for (const as of step.forms?.values() ?? []) reads.add(columnKey({ side: "T", name: as }));
  return reads;
}

/** The expressions of a lowered step. */
export function loweredExpressionsOf(step: LoweredStep): readonly Expression[] {
  switch (step.op) {
    case "define":
      return [step.value];
    case "aside":
      return [step.of];
    case "form":
      return [];
    case "split":
      return [...expressionsOf(step), step.within];
    default:
      return expressionsOf(step);
  }
}
