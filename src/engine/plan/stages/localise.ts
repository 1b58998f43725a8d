import { compare, isBlank, isPresent, source, text } from "../../expression/expression.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Assign, Stage, Step } from "../feed-plan.ts";

/**
 * From here on a source column means this feed's value: the translation where there is one, the market's price. A language
 * feed falls back to the primary text key by key; a market feed never falls back to another market's price.
 */
export function localiseStage(definition: FeedDefinition, { localised }: DefinitionContext): Stage {
  if (definition.feedType === "primary") return { name: "localise", steps: [] };
  if (definition.feedType === "language") return { name: "localise", steps: localised.map(whereTranslated) };
  const market = definition.market ?? definition.targetCountry;
  const steps: Step[] = localised.filter((name) => name !== "included").map(always);
  if (localised.includes("included")) {
    steps.unshift({
      op: "exclude",
      reason: text(`Not sold in ${market}`),
      condition: compare({ kind: "column", side: "L", name: "included" }, "=", text("false")),
    });
  }
  steps.push({ op: "exclude", reason: text(`No price for ${market}`), condition: localised.includes("price") ? isBlank(source("price")) : { kind: "boolean", value: true } });
  return { name: "localise", steps };
}

const localisedValue = (name: string): Assign => ({
  op: "assign",
  target: { side: "D", name },
  value: { kind: "column", side: "L", name },
});

function always(name: string): Step {
  return { ...localisedValue(name), value: { kind: "call", fn: "coalesce", args: [{ kind: "column", side: "L", name }] } };
}

function whereTranslated(name: string): Step {
  return { ...localisedValue(name), condition: isPresent({ kind: "column", side: "L", name }) };
}
