import { type Expression, isPresent } from "../expression/expression.ts";
import type { DefinitionContext } from "./feed-definition.ts";

/** No column of a catalog begins with it. */
const CANDIDATE = "\u0000";

/** What the attached column is called that holds what the cells of a source column would be. */
export function candidateCells(column: string): string {
  return `${CANDIDATE}${column}`;
}

/** The source column of an attached one. */
export function cellColumn(attached: string): string {
  return attached.startsWith(CANDIDATE) ? attached.slice(CANDIDATE.length) : attached;
}

/** Whether the feed has cells of a source column, or candidates for some. */
export function hasCells(cells: readonly string[], column: string): boolean {
  return cells.includes(column) || cells.includes(candidateCells(column));
}

/** Decides which cells a plan reads. */
export type CellContext = Pick<DefinitionContext, "cells" | "candidates">;

/** The attached column whose values the source column takes; undefined where the plan has no cells of it. */
export function attachedCells(column: string, { cells, candidates }: CellContext): string | undefined {
  const tried = candidateCells(column);
  const from = candidates === true && cells.includes(tried) ? tried : column;
  return cells.includes(from) ? from : undefined;
}

/** Whether the row has a cell of the source column; undefined where no row has one. */
export function hasCellOf(column: string, context: CellContext): Expression | undefined {
  const name = attachedCells(column, context);
  return name === undefined ? undefined : isPresent({ kind: "column", side: "C", name });
}
