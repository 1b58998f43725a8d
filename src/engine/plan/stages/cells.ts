import { SOURCE_COLUMNS } from "../../source/source-columns.ts";
import { all, BLANK, call, compare, isBlank, not, source, text, when } from "../../expression/expression.ts";
import { attachedSource } from "../attached-value.ts";
import { derivedFromCells } from "../derived-cells.ts";
import { REASON } from "../exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Assign, Stage, Step } from "../feed-plan.ts";
import { attachedCells, cellColumn } from "../source-cells.ts";
import { marketExclusions } from "./localise.ts";

/**
 * The feed's own source cells: before everything that reads a source column, so that mappings, settings and the selection follow them. A plan that
 * tries candidates reads those instead, in the columns that have any.
 */
export function cellsStage(_definition: FeedDefinition, context: DefinitionContext): Stage {
  return { name: "cells", steps: [...cellSteps(context), ...derivedFromCells(context)] };
}

/** Excludes rows whose price is missing or negative after cells. A product that the selection or the settings exclude keeps their reason. */
export function unsoldStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  return { name: "cells", steps: [...marketExclusions(definition, context), belowZero] };
}

/** A mistake of the catalog: no channel takes it, and the row would be sold for less than nothing. */
const belowZero: Step = {
  op: "exclude",
  reason: text(REASON.negativePrice),
  condition: compare(call("number", source("price")), "<", { kind: "number", value: "0" }),
};

function cellSteps(context: DefinitionContext): readonly Step[] {
  const columns = new Set(context.cells.map(cellColumn));
  const ordered = [...columns].toSorted((a, b) => Number(b === CURRENCY) - Number(a === CURRENCY));
  return ordered.flatMap((name) => {
    const from = attachedCells(name, context);
    const steps = from === undefined ? [] : attachedSource("C", name, from);
    return AMOUNTS.has(name) ? steps.map(inOwnCurrency) : steps;
  });
}

const CURRENCY = "currency";
const AMOUNTS: ReadonlySet<string> = new Set(SOURCE_COLUMNS.filter(({ type }) => type === "money").map(({ name }) => name));

/** What reads an amount gives it the row's currency, so one that names another would be a wrong price. It is as good as none. */
function inOwnCurrency(step: Assign): Assign {
  const named = call("currency", step.value);
  return { ...step, value: when(all(not(isBlank(named)), compare(named, "!=", source(CURRENCY))), BLANK, step.value) };
}
