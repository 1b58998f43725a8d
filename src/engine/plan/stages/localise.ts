import { call, compare, type Expression, isBlank, not, source, text } from "../../expression/expression.ts";
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
  const ownMarket = context.ownMarket ?? false;
  const steps: Step[] = [];
  if (localised.includes("included")) {
    steps.push({
      op: "exclude",
      reason: text(`Not sold in ${market}`),
      condition: compare({ kind: "column", side: "L", name: "included" }, "=", text("false")),
    });
  }
  for (const name of localised) if (name !== "included") steps.push(ofMarket(name, ownMarket));
  steps.push({
    op: "exclude",
    reason: text(`No price for ${market}`),
    condition: ownMarket || localised.includes("price") ? isBlank(source("price")) : { kind: "boolean", value: true },
  });
  return { name: "localise", steps };
}

/**
 * The market's value or blank: never the one of the shop's own market. In that market itself the shop's prices stay where the market has no
 * price; where it has one, the former price is the market's too.
 */
function ofMarket(name: string, ownMarket: boolean): Step {
  const attached = (column: string): Expression => ({ kind: "column", side: "L", name: column });
  const step: Step = { op: "assign", target: { side: "D", name }, value: call("coalesce", attached(name)) };
  return ownMarket ? { ...step, condition: not(isBlank(attached("price"))) } : step;
}
