import { feedColumns } from "./feed-columns.ts";
import type { DefinitionContext, FeedDefinition } from "./feed-definition.ts";
import type { FeedPlan, Stage } from "./feed-plan.ts";
import { pricedStage } from "./price-steps.ts";
import { allowanceStage } from "./stages/allowance.ts";
import { cellsStage, unsoldStage } from "./stages/cells.ts";
import { localiseStage } from "./stages/localise.ts";
import { mappingStage } from "./stages/mapping.ts";
import { normaliseStage } from "./stages/normalise.ts";
import { overridesStage } from "./stages/overrides.ts";
import { rulesStage } from "./stages/rules.ts";
import { selectionStage } from "./stages/selection.ts";
import { settingsStage } from "./stages/settings.ts";
import { writtenAttributes } from "./written-attributes.ts";

/** The stages in the order of a row's life. A new one is a file beside these and one line here. */
const STAGES: readonly ((definition: FeedDefinition, context: DefinitionContext) => Stage)[] = Object.freeze([
  localiseStage,
  cellsStage,
  selectionStage,
  settingsStage,
  unsoldStage,
  mappingStage,
  overridesStage,
  rulesStage,
  normaliseStage,
  allowanceStage,
]);

/** Definition in, plan out; what the definition names that the snapshot lacks reads as blank. */
export function buildPlan(definition: FeedDefinition, context: DefinitionContext): FeedPlan {
  const attributes = writtenAttributes(definition, context);
  return Object.freeze({
    source: context.sourceColumns,
    cleanSource: context.cleanColumns ?? [],
    output: [...feedColumns(definition.extraColumns).map(({ name }) => name), ...attributes],
    attributes,
    attached: [
      { side: "L", columns: context.localised, clean: context.cleanLocalised ?? [] },
      { side: "C", columns: context.cells },
      { side: "O", columns: context.overrides },
    ] as const,
    stages: STAGES.map((stage) => pricedStage(stage(definition, context))),
  });
}
