import { columnKey, columnsRead } from "../expression/expression.ts";
import type { FeedPlan, Stage, Step } from "./feed-plan.ts";
import { expressionsOf } from "./step-expressions.ts";

/**
 * The plan with the steps alone that decide on a row's exclusion, on how many rows there are, or on the wanted columns (by key), and
 * the output columns they touch.
 */
export function reducedPlan(plan: FeedPlan, wanted: ReadonlySet<string>): FeedPlan {
  const { stages, needed } = reducedStages(plan, wanted);
  // A chain has at least one output column, and splitting writes the first one, the id.
  const output = plan.output.filter((column, at) => at === 0 || needed.has(columnKey({ side: "G", name: column })));
  return { ...plan, stages, output };
}

/** Its stages, and every column that one of their steps reads or that is wanted, by key. */
export function reducedStages(
  { stages }: FeedPlan,
  wanted: ReadonlySet<string>,
): { readonly stages: readonly Stage[]; readonly needed: ReadonlySet<string> } {
  const needed = new Set(wanted);
  // From the end: only what is written before it is read can decide on anything.
  const reduced = stages.toReversed().map((stage) => {
    const steps = stage.steps.toReversed().filter((step) => isNeeded(step, needed));
    return { ...stage, steps: steps.toReversed() };
  });
  return { stages: reduced.toReversed(), needed };
}

/** Whether the step decides on anything, given the columns that later steps read; if so, adds what it reads and reshapes. */
function isNeeded(step: Step, needed: Set<string>): boolean {
  if (step.op === "assign" && !needed.has(columnKey(step.target))) return false;
  if (step.op === "note" && !needed.has(columnKey({ side: "T", name: step.as }))) return false;
  if (step.op === "clean") return [...needed].some((key) => key.startsWith("G:"));
  if (step.op === "split") needed.add(columnKey(step.target));
  for (const expression of expressionsOf(step)) columnsRead(expression, needed);
  return true;
}
