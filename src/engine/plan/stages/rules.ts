import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage } from "../feed-plan.ts";

/** The merchant's rules in order of position; each reads what the ones before it wrote. */
export function rulesStage({ rules }: FeedDefinition): Stage {
  return { name: "rules", steps: rules.flatMap((rule) => rule.steps) };
}
