import type { Sql } from "../../kernel/sql.ts";
import type { ChainOptions } from "../plan/chain-query.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { reducedPlan } from "../plan/reduced-plan.ts";
import { type TransformInput, transformQuery } from "../plan/transform-query.ts";
import { reasonCounts } from "./run-counts.ts";

/** How many rows a feed includes, and excludes for which reason, without making the values it would publish. */
export interface ScopeQuery {
  readonly statements: readonly Sql[];
  /** `reason, rows`, as `readReasonCounts` takes them. */
  readonly reasons: Sql;
}

export function scopeQuery(
  plan: FeedPlan,
  { input, options }: { readonly input: TransformInput; readonly options: ChainOptions },
): ScopeQuery {
  const { statements, rows } = transformQuery(reducedPlan(plan, new Set()), input, options);
  return { statements, reasons: reasonCounts(rows) };
}
