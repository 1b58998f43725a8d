import { BLANK, call, compare, type Expression, isBlank, not, source, text } from "../../expression/expression.ts";
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
  const ownMarket = context.ownMarket ?? false;
  const values = localised.filter((name) => name !== INCLUDED);
  const foreign = ownMarket ? [] : PRICES.filter((name) => !values.includes(name));
  return { name: "localise", steps: [...values.map((name) => ofMarket(name, ownMarket)), ...foreign.map(blanked)] };
}

const PRICES: readonly string[] = ["price", "compare_at_price"];
const blanked = (name: string): Step => ({ op: "assign", target: { side: "D", name }, value: BLANK });

/** Rows that a market feed leaves out: what its market does not sell, and what has no price there once the feed's own cells are in place. */
export function marketExclusions(definition: FeedDefinition, { localised }: DefinitionContext): readonly Step[] {
  if (definition.feedType !== "market") return [];
  const market = definition.market ?? definition.targetCountry;
  const notSold: Step = {
    op: "exclude",
    reason: text(`Not sold in ${market}`),
    condition: compare({ kind: "column", side: "L", name: INCLUDED }, "=", text("false")),
  };
  const unpriced: Step = { op: "exclude", reason: text(`No price for ${market}`), condition: isBlank(source("price")) };
  return localised.includes(INCLUDED) ? [notSold, unpriced] : [unpriced];
}

/** The attached column that says whether the market sells a row. It is none of its values. */
const INCLUDED = "included";

/**
 * The market's value or blank: never the one of the shop's own market. In that market itself the shop's prices stay where the market has no
 * price; where it has one, the former price is the market's too.
 */
function ofMarket(name: string, ownMarket: boolean): Step {
  const attached = (column: string): Expression => ({ kind: "column", side: "L", name: column });
  const step: Step = { op: "assign", target: { side: "D", name }, value: call("coalesce", attached(name)) };
  return ownMarket ? { ...step, condition: not(isBlank(attached("price"))) } : step;
}
