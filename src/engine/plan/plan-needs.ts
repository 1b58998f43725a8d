import { type Expression, nodesOf } from "../expression/expression.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { TAXONOMY_TABLE } from "./aside-query.ts";
import { expressionsOf } from "./step-expressions.ts";

/** What a plan needs besides the rows it begins with. */

/** The lookup tables a plan names, in lower case, and `TAXONOMY_TABLE` where it looks categories up. */
export function planTables(plan: FeedPlan): ReadonlySet<string> {
  return new Set(planNodes(plan).flatMap(tableOf));
}

function tableOf(node: Expression): readonly string[] {
  if (node.kind === "category") return [TAXONOMY_TABLE];
  return node.kind === "lookup" ? [node.table.toLowerCase()] : [];
}

/** Whether the fate of a row depends on other rows: ranks and the like, a number of rows that may stay or that may come of one. */
export function looksAtManyRows(plan: FeedPlan): boolean {
  const counts = plan.stages.some(({ steps }) => steps.some(({ op }) => op === "keep" || op === "split"));
  return counts || planNodes(plan).some(({ kind }) => kind === "feedwide");
}

function planNodes({ stages }: FeedPlan): readonly Expression[] {
  return stages.flatMap(({ steps }) => steps.flatMap((step) => expressionsOf(step).flatMap((part) => [...nodesOf(part)])));
}
