import { attachedSource } from "../attached-value.ts";
import type { DefinitionContext } from "../feed-definition.ts";
import type { Stage } from "../feed-plan.ts";

/** The feed's own source cells (spec: stage 1.25): before mapping, so that every column that reads the cell follows. */
export function cellsStage({ cells }: DefinitionContext): Stage {
  return { name: "cells", steps: cells.flatMap((name) => attachedSource("C", name)) };
}
