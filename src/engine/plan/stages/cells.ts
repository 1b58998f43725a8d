import { SOURCE_COLUMNS } from "../../source/source-columns.ts";
import { all, BLANK, call, compare, isBlank, not, source, text, when } from "../../expression/expression.ts";
import { attachedSource } from "../attached-value.ts";
import { REASON } from "../exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Assign, Stage, Step } from "../feed-plan.ts";
import { marketExclusions } from "./localise.ts";

/**
 * The feed's own source cells: before mapping, so that every column that reads the cell follows, and before
 * what a market leaves out, so that a price given here is one. A plan that tries candidates reads those instead, in the columns that have any.
 */
export function cellsStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  return { name: "cells", steps: [...cellSteps(context), ...marketExclusions(definition, context), belowZero] };
}

/** A mistake of the catalog: no channel takes it, and the row would be sold for less than nothing. */
const belowZero: Step = {
  op: "exclude",
  reason: text(REASON.negativePrice),
  condition: compare(call("number", source("price")), "<", { kind: "number", value: "0" }),
};

function cellSteps({ cells, candidates }: DefinitionContext): readonly Step[] {
  const tried = new Set(cells.filter((name) => name.startsWith(CANDIDATE)));
  const columns = new Set(cells.map((name) => (name.startsWith(CANDIDATE) ? name.slice(CANDIDATE.length) : name)));
  const ordered = [...columns].toSorted((a, b) => Number(b === CURRENCY) - Number(a === CURRENCY));
  return ordered.flatMap((name) => {
    const from = candidates === true && tried.has(candidateCells(name)) ? candidateCells(name) : name;
    const steps = cells.includes(from) ? attachedSource("C", name, from) : [];
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

/** No column of a catalog begins with it. */
const CANDIDATE = "\u0000";

/** What the attached column is called that holds what the cells of a source column would be. */
export function candidateCells(column: string): string {
  return `${CANDIDATE}${column}`;
}

/** Whether the feed has cells of a source column, or candidates for some. */
export function hasCells(cells: readonly string[], column: string): boolean {
  return cells.includes(column) || cells.includes(candidateCells(column));
}
