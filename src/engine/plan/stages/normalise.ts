import { isBlank, output, text } from "../../expression/expression.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { identifierSteps } from "../identifier-steps.ts";

/** Every channel refuses a product without a title. It is asked here, so that a mapping, an override or a rule may give one. */
const untitled: Step = { op: "exclude", reason: text("No title"), condition: isBlank(output("title")) };

/** What follows from other columns is as rules have left these; then every output text becomes one clean line, once: renderers, lists and diffs read it as it is. */
export function normaliseStage(definition: FeedDefinition): Stage {
  const written = definition.rules.flatMap(({ steps }) => steps.flatMap((step) => ("target" in step ? [step.target.name] : [])));
  return { name: "normalise", steps: [...identifierSteps(definition, written), untitled, { op: "clean" }] };
}
