import { nodesOf } from "../expression/expression.ts";
import type { FeedPlan, Step } from "./feed-plan.ts";
import type { Expression } from "../expression/expression.ts";

/** The lookup tables a plan names, in lower case. */
export function planTables({ stages }: FeedPlan): ReadonlySet<string> {
  const nodes = stages.flatMap(({ steps }) => steps.flatMap((step) => writtenExpressions(step).flatMap((part) => [...nodesOf(part)])));
  return new Set(nodes.flatMap((node) => (node.kind === "lookup" ? [node.table.toLowerCase()] : [])));
}

/** The expressions of a step as they were written. */
export function writtenExpressions(step: Step): readonly Expression[] {
  const condition = "condition" in step && step.condition !== undefined ? [step.condition] : [];
  switch (step.op) {
    case "assign":
      return [...condition, step.value];
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

/** Whether the fate of a row depends on other rows: ranks and the like, a number of rows that may stay or that may come of one. */
export function looksAtManyRows({ stages }: FeedPlan): boolean {
  const steps = stages.flatMap((stage) => stage.steps);
  return steps.some(
    (step) =>
      step.op === "keep" ||
      step.op === "split" ||
      writtenExpressions(step).some((part) => [...nodesOf(part)].some(({ kind }) => kind === "feedwide")),
  );
}
