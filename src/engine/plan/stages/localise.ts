import { call, compare, isBlank, source, text } from "../../expression/expression.ts";
import { attachedSource } from "../attached-value.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { SELECTED } from "./selection.ts";

/**
 * From here on a source column means this feed's value: the translation where there is one, the market's price. A language
 * feed falls back to the primary text key by key; a market feed never falls back to another market's price.
 */
export function localiseStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const localised = context.localised.filter((name) => name !== SELECTED);
  if (definition.feedType === "primary") return { name: "localise", steps: [] };
  if (definition.feedType === "language") return { name: "localise", steps: localised.flatMap((name) => attachedSource("L", name)) };
  const market = definition.market ?? definition.targetCountry;
  const steps: Step[] = localised.filter((name) => name !== "included").map(always);
  if (localised.includes("included")) {
    steps.unshift({
      op: "exclude",
      reason: text(`Not sold in ${market}`),
      condition: compare({ kind: "column", side: "L", name: "included" }, "=", text("false")),
    });
  }
  steps.push({
    op: "exclude",
    reason: text(`No price for ${market}`),
    condition: localised.includes("price") ? isBlank(source("price")) : { kind: "boolean", value: true },
  });
  return { name: "localise", steps };
}

/** The market's value or blank: never the one of the shop's own market. */
function always(name: string): Step {
  return { op: "assign", target: { side: "D", name }, value: call("coalesce", { kind: "column", side: "L", name }) };
}
