import type { Stage } from "../feed-plan.ts";

/** Every output text becomes one clean line, once: renderers, lists and diffs read it as it is. */
export function normaliseStage(): Stage {
  return { name: "normalise", steps: [{ op: "clean" }] };
}
