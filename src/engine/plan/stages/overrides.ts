import { compare, type Expression, isPresent, text } from "../../expression/expression.ts";
import { REASON } from "../exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { identifierSteps } from "../identifier-steps.ts";

/** The field of ProductOverrideInput that excludes the product instead of writing a column. */
const EXCLUDED_OVERRIDE = "excluded";

/** Writes the merchant's overrides of a product in every feed. Rules run later and win. */
export function overridesStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const { overrides } = context;
  const identified = identifierSteps(definition, context, [...Object.keys(definition.mappings), ...overrides]);
  return { name: "overrides", steps: [...overrides.map(overrideStep), ...identified] };
}

function overrideStep(name: string): Step {
  const override: Expression = { kind: "column", side: "O", name };
  if (name === EXCLUDED_OVERRIDE) {
    return {
      op: "exclude",
      reason: text(REASON.merchant),
      condition: compare({ kind: "call", fn: "coalesce", args: [override] }, "=", text("true")),
    };
  }
  return { op: "assign", target: { side: "G", name }, value: override, condition: isPresent(override) };
}
