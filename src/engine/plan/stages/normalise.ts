import { duplicateSteps } from "../duplicate-ids.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage } from "../feed-plan.ts";
import { identifierSteps } from "../identifier-steps.ts";

/** What follows from other columns is as rules have left these, and so is what an id repeats; then every output text becomes one clean line, once: renderers, lists and diffs read it as it is. */
export function normaliseStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const written = definition.rules.flatMap(({ steps }) => steps.flatMap((step) => ("target" in step ? [step.target.name] : [])));
  return {
    name: "normalise",
    steps: [...identifierSteps(definition, context, written), ...duplicateSteps(definition, context, written), { op: "clean" }],
  };
}
