import { childrenOf, columnKey, type Expression } from "../expression/expression.ts";
import type { Step } from "../plan/feed-plan.ts";
import { expressionsOf } from "../plan/step-expressions.ts";
import type { LintRule } from "./lint.ts";

/** The columns whose values a rule reads, by key. Asking whether a column is blank is no use of its value. */
export function columnsUsed({
  definition: { steps, matched },
}: {
  readonly definition: Pick<LintRule["definition"], "steps" | "matched">;
}): ReadonlySet<string> {
  const used = new Set<string>();
  for (const expression of [...(matched === null ? [] : [matched]), ...steps.flatMap(expressionsOf)]) noteUsed(expression, used);
  return used;
}

function noteUsed(root: Expression, used: Set<string>): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "column") used.add(columnKey(node));
    // Nobody named the columns that `option` looks through.
    const children = node.kind === "call" && node.fn === "_option" ? [] : childrenOf(node);
    waiting.push(...(node.kind === "blank" || node.kind === "present" ? children.filter(({ kind }) => kind !== "column") : children));
  }
}

/** The columns a rule writes, by key. */
export function columnsWritten({ definition: { steps } }: LintRule): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.op === "assign" || step.op === "split" ? [columnKey(step.target)] : [])));
}

export function hasStep({ definition: { steps } }: LintRule, op: Step["op"]): boolean {
  return steps.some((step) => step.op === op);
}
