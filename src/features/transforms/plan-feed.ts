import { PARTS_OF_FEED_MAX, partsToPlan } from "../../engine/expression/expression-parts.ts";
import { type Expression, nodesOf } from "../../engine/expression/expression.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { FeedPlan } from "../../engine/plan/feed-plan.ts";
import { expressionsOf } from "../../engine/plan/step-expressions.ts";
import { PlainError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import { ThreadOverrun } from "../../platform/threads/threads-port.ts";
import type { Services } from "../operation.ts";
import { PLANNED_QUERIES, type PlannedQuery, planningQuestion, type QueryAnswer, type QueryInput } from "./planned-queries.ts";

/** The module of `Services.planner`, and what a plan may take of it. The largest that the bounds allow takes less than a second. */
export const PLANNING_THREAD = {
  module: new URL("../../main/planning-worker.ts", import.meta.url),
  deadlineMs: 10_000,
  startMs: 20_000,
  heapMiB: 1_024,
} as const;

/** What can be wrong with a definition when it is planned. */
export const PLAN_ERRORS = ["definition_too_large", "plan_too_expensive"] as const;

/** Default mappings and what prices need come to a feed's own parts; the bound on those holds where they are written. */
const PARTS_OF_PLAN_MAX = 1.5 * PARTS_OF_FEED_MAX;
/** Handing a plan this small to another thread would take longer than planning it. */
const PARTS_AT_ONCE_MAX = 3_000;
/** Long texts are compared and written as often as parts are; so many characters take as long as one. */
const CHARACTERS_OF_PART = 100;

/**
 * Refuses what was stored before there was a bound on it: it may still be read and changed, but no longer planned. Regular expressions of
 * that time go on being run: compiling them costs their own shop time, which has an end.
 */
export function refuseTooLarge({ rules }: FeedDefinition): void {
  refuse(partsToPlan(rules.flatMap(({ steps }) => steps.flatMap(expressionsOf))));
}

function refuse(parts: number): void {
  if (parts <= PARTS_OF_PLAN_MAX) return;
  throw new PlainError(
    "definition_too_large",
    `The feed's active rules and mappings have ${parts} parts together. A feed can have at most ${PARTS_OF_FEED_MAX}. Remove or shorten some of them.`,
  );
}

/** SQL for a question about a feed. Large plans are made in a thread beside; one that takes too long there is refused for good. */
export async function planned<Query extends PlannedQuery>(
  { planner }: Pick<Services, "planner">,
  query: Query,
  input: QueryInput<Query>,
): Promise<QueryAnswer<Query>> {
  const plans = plansOf(input).map(({ stages }) => stages.flatMap(({ steps }) => steps.flatMap(expressionsOf)));
  refuse(Math.max(...plans.map(partsToPlan)));
  const make = branded<(input: QueryInput<Query>) => QueryAnswer<Query>>(PLANNED_QUERIES[query]);
  if (Math.max(...plans.map(weightOf)) <= PARTS_AT_ONCE_MAX) return make(input);
  try {
    return branded<QueryAnswer<Query>>(await planner.ask(planningQuestion(query, input)));
  } catch (error) {
    if (!(error instanceof ThreadOverrun)) throw error;
    const message = `Planning this feed takes more than ${PLANNING_THREAD.deadlineMs / 1_000} seconds or too much memory. Simplify its rules and mappings.`;
    throw new PlainError("plan_too_expensive", message, error);
  }
}

function plansOf(input: QueryInput<PlannedQuery>): readonly FeedPlan[] {
  return "plan" in input ? [input.plan] : [input.before, input.after];
}

function weightOf(expressions: readonly Expression[]): number {
  let characters = 0;
  for (const expression of expressions) for (const node of nodesOf(expression)) if (node.kind === "text") characters += node.value.length;
  return partsToPlan(expressions) + characters / CHARACTERS_OF_PART;
}
