import { attributeColumns, feedColumns } from "../feed-columns.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";

/**
 * The merchant's rules in order of position; each reads what the ones before it wrote. What would write a column that the feed does not
 * have any more is left out, until the column comes back.
 */
export function rulesStage({ rules, extraColumns }: FeedDefinition): Stage {
  const columns = new Set([...feedColumns(extraColumns), ...attributeColumns(extraColumns)].map(({ name }) => name));
  const isPossible = (step: Step): boolean => (step.op !== "assign" && step.op !== "split") || columns.has(step.target.name);
  return { name: "rules", steps: rules.flatMap((rule) => rule.steps.filter(isPossible)) };
}
