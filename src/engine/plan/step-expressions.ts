import type { Expression } from "../expression/expression.ts";
import type { Step } from "./feed-plan.ts";

/** The expressions of a step. */
export function expressionsOf(step: Step): readonly Expression[] {
  const condition = "condition" in step && step.condition !== undefined ? [step.condition] : [];
  switch (step.op) {
    case "assign":
      return [...condition, step.value];
    case "note":
      return [step.value];
    case "exclude":
      return [...condition, step.reason];
    case "split":
      return [...condition, step.items];
    case "admit":
      return condition;
    case "clean":
    case "keep":
      return [];
    default:
      return step satisfies never;
  }
}
