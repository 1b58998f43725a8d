import { call, type Expression, isPresent } from "../../expression/expression.ts";
import type { DefinitionContext } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";

/** The feed's own source cells (spec: stage 1.25): before mapping, so that every column that reads the cell follows. */
export function cellsStage({ cells }: DefinitionContext): Stage {
  return { name: "cells", steps: cells.flatMap(cellSteps) };
}

function cellSteps(name: string): readonly Step[] {
  const cell: Expression = { kind: "column", side: "C", name };
  const written: Step = { op: "assign", target: { side: "D", name }, value: cell, condition: isPresent(cell) };
  if (name !== "body_html") return [written];
  // The snapshot keeps the description's plain text beside it; a cell of the HTML brings its own.
  return [written, { op: "assign", target: { side: "D", name: "body_text" }, value: call("strip_html", cell), condition: isPresent(cell) }];
}
