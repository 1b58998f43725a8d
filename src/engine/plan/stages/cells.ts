import { attachedSource } from "../attached-value.ts";
import type { DefinitionContext } from "../feed-definition.ts";
import type { Stage } from "../feed-plan.ts";

/**
 * The feed's own source cells (spec: stage 1.25): before mapping, so that every column that reads the cell follows. A plan that tries
 * candidates reads those instead, in the columns that have any.
 */
export function cellsStage({ cells, candidates }: DefinitionContext): Stage {
  const tried = new Set(cells.filter((name) => name.startsWith(CANDIDATE)));
  const columns = new Set(cells.map((name) => (name.startsWith(CANDIDATE) ? name.slice(CANDIDATE.length) : name)));
  const steps = [...columns].flatMap((name) => {
    const from = candidates === true && tried.has(candidateCells(name)) ? candidateCells(name) : name;
    return cells.includes(from) ? attachedSource("C", name, from) : [];
  });
  return { name: "cells", steps };
}

/** No column of a catalog begins with it. */
const CANDIDATE = "\u0000";

/** What the attached column is called that holds what the cells of a source column would be. */
export function candidateCells(column: string): string {
  return `${CANDIDATE}${column}`;
}
