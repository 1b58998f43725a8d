import type { ChainOptions } from "../../engine/plan/chain-query.ts";
import type { FeedPlan } from "../../engine/plan/feed-plan.ts";
import { type TransformInput, transformQuery } from "../../engine/plan/transform-query.ts";
import { lineageQuery } from "../../engine/run/lineage-query.ts";
import { previewQuery } from "../../engine/run/preview-query.ts";
import { scopeQuery } from "../../engine/run/scope-query.ts";
import { sidesQuery } from "../../engine/run/sides-query.ts";
import { traceQuery } from "../../engine/run/trace-query.ts";
import { wholeFeedQuery } from "../../engine/run/whole-feed.ts";

/** Everything that makes SQL of plans: pure functions from plain data to plain data, so that another thread can do it. */
export const PLANNED_QUERIES = {
  transform: ({ plan, input, options }: OnePlan) => transformQuery(plan, input, options),
  scope: ({ plan, ...work }: OnePlan) => scopeQuery(plan, work),
  lineage: lineageQuery,
  preview: previewQuery,
  sides: sidesQuery,
  trace: traceQuery,
  whole: ({ plan, ...work }: OnePlan & { readonly rowIds: readonly number[] }) => wholeFeedQuery(plan, work),
} as const;

interface OnePlan {
  readonly plan: FeedPlan;
  readonly input: TransformInput;
  readonly options: ChainOptions;
}

export type PlannedQuery = keyof typeof PLANNED_QUERIES;
export type QueryInput<Query extends PlannedQuery> = Parameters<(typeof PLANNED_QUERIES)[Query]>[0];
export type QueryAnswer<Query extends PlannedQuery> = ReturnType<(typeof PLANNED_QUERIES)[Query]>;

/** A question to the planning thread: options without the function that names files, and the name it gives a file called `CALLED`. */
export interface PlanningQuestion {
  readonly query: PlannedQuery;
  readonly input: Readonly<Record<string, unknown>> & { readonly options: Omit<ChainOptions, "file"> };
  readonly files: string;
}

const CALLED = "__called__";

export function planningQuestion(query: PlannedQuery, { options, ...input }: QueryInput<PlannedQuery>): PlanningQuestion {
  const { file, ...plain } = options;
  return { query, input: { ...input, options: plain }, files: file(CALLED) };
}

/** What the other thread calls the query with. */
export function questionInput({ input, files }: PlanningQuestion) {
  return { ...input, options: { ...input.options, file: (called: string): string => files.replace(CALLED, () => called) } };
}
