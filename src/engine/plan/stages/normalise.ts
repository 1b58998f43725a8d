import { BLANK, call, isBlank, output, text, when } from "../../expression/expression.ts";
import { duplicateSteps } from "../duplicate-ids.ts";
import { REASON } from "../exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { identifierSteps } from "../identifier-steps.ts";
import { hasCells } from "../source-cells.ts";
import { productTitle } from "../variant-titles.ts";

/** Source columns that the product's own title is made of. */
const TITLES: readonly string[] = ["title", "seo_title"];

/**
 * Every channel refuses a product without a title that people can see. Asked last, because a mapping, an override or a rule may give one; where
 * none does, the product's own title decides, so that a scope needn't compute the attributes that variants' titles depend on. A storefront
 * leaves no title in a snapshot that nobody sees, so only one from elsewhere has to be looked at.
 */
function untitled(definition: FeedDefinition, { overrides, cells, localised }: DefinitionContext, written: readonly string[]): Step {
  const isOwn = definition.mappings["title"] === undefined && !overrides.includes("title") && !written.includes("title");
  const title = isOwn ? productTitle(definition) : output("title");
  const isOfCatalog = isOwn && !TITLES.some((name) => localised.includes(name) || hasCells(cells, name));
  return { op: "exclude", reason: text(REASON.noTitle), condition: isOfCatalog ? isBlank(title) : call("_unseen", title) };
}

/** Columns that identify a product, by the source column they read by default. */
const NAMES = [
  ["brand", "vendor"],
  ["mpn", "sku"],
] as const;

/** A brand or part number that nobody sees is left out: beside `identifier_exists` `no` channels would still find one. */
function seenNames({ mappings }: FeedDefinition, { overrides, cells, localised }: DefinitionContext, written: readonly string[]): Step[] {
  const isWritten = (name: string, column: string): boolean => {
    if (overrides.includes(name) || written.includes(name)) return true;
    // A storefront leaves nothing in a snapshot's columns that nobody sees.
    return mappings[name] === undefined ? localised.includes(column) || hasCells(cells, column) : mappings[name] !== null;
  };
  return NAMES.filter(([name, column]) => isWritten(name, column)).map(([name]) => ({
    op: "assign",
    target: { side: "G", name },
    value: when(call("_unseen", output(name)), BLANK, output(name)),
  }));
}

/**
 * Computes what follows from other columns once rules have left them as they are, then makes every output string one clean line, which renderers,
 * lists and diffs read as it is. Ids are compared behind that, as channels read them: two that differ in a tab and a space are one there.
 */
export function normaliseStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const written = definition.rules.flatMap(({ steps }) => steps.flatMap((step) => ("target" in step ? [step.target.name] : [])));
  const named = seenNames(definition, context, written);
  const identified = identifierSteps(definition, context, written);
  return {
    name: "normalise",
    steps: [
      ...named,
      ...identified,
      untitled(definition, context, written),
      { op: "clean" },
      ...duplicateSteps(definition, context, written),
    ],
  };
}
