import type { Sql } from "../../kernel/sql.ts";
import { columnKey, columnsRead } from "../expression/expression.ts";
import { type Chain, type ChainOptions, chainQuery, fileBase, keptColumns } from "../plan/chain-query.ts";
import type { FeedPlan, Step } from "../plan/feed-plan.ts";
import { emptyLowering, forkedLowering } from "../plan/lower-steps.ts";
import { planScope } from "../plan/plan-scope.ts";
import { expressionsOf } from "../plan/step-expressions.ts";
import { sourceBase, type TransformInput } from "../plan/transform-query.ts";
import { literal, sql } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { sharedSteps, stepsOf } from "./slim-plans.ts";

interface TwoChains {
  /** Both have the same output. */
  readonly before: FeedPlan;
  readonly after: FeedPlan;
  /** Columns besides the output that somebody reads at the fork, by key. */
  readonly also: ReadonlySet<string>;
  /** Those that somebody reads at the end; none unless said. */
  readonly carried?: readonly string[];
  readonly input: TransformInput;
  readonly options: ChainOptions;
}

/** Two plans as one chain that forks at the first step in which they differ: what comes before is computed once and written down. */
export interface ForkedChains {
  /** Of both chains together: either may split rows, and both sides of a comparison need the same columns. */
  readonly plan: FeedPlan;
  /** They write the rows at the fork to `file`. */
  readonly statements: readonly Sql[];
  readonly file: string;
  readonly before: Chain;
  readonly after: Chain;
  /** Other steps over the rows at the fork. */
  readonly rest: (steps: readonly Step[], called: string) => Chain;
}

/** What the names of files begin with that are written on the way to the fork. */
export const BEFORE_FORK = "shared";

export function forkChains({ before, after, also, carried = [], input, options }: TwoChains): ForkedChains {
  const [old, fresh] = [stepsOf(before), stepsOf(after)];
  const shared = sharedSteps(old, fresh);
  const plan: FeedPlan = { ...after, stages: [...after.stages, ...before.stages] };
  const lowering = emptyLowering();
  const prefixed = (prefix: string): ChainOptions => ({ ...options, file: (called) => options.file(`${prefix}-${called}`) });
  const keep = keptKeys([...old.slice(shared), ...fresh.slice(shared)], new Set([...also, ...carried]));
  const base = sourceBase(plan, input);
  const head = chainQuery({ plan, steps: old.slice(0, shared), base, lowering, options: prefixed(BEFORE_FORK), keep });
  const file = options.file("fork");
  const stops = [...lowering.stops.values()].map((as) => columnKey({ side: "T", name: as }));
  const kept = keptColumns(plan, planScope(plan, options.now, lowering.named), [...keep, ...stops], head.rows);
  const rest = (steps: readonly Step[], prefix: string): Chain =>
    chainQuery({ plan, steps, base: fileBase(file), lowering: forkedLowering(lowering), options: prefixed(prefix), keep: carried });
  return {
    plan,
    statements: [...head.statements, sql`COPY (${kept}) TO ${literal(file)} ${passingParquet()}`],
    file,
    before: rest(old.slice(shared), "before"),
    after: rest(fresh.slice(shared), "after"),
    rest,
  };
}

/** What the steps behind the fork read and write besides the output, and what else is asked for. */
function keptKeys(steps: readonly Step[], also: ReadonlySet<string>): readonly string[] {
  const wanted = new Set(also);
  for (const step of steps) {
    if (step.op === "assign") wanted.add(columnKey(step.target));
    for (const expression of expressionsOf(step)) columnsRead(expression, wanted);
  }
  return [...wanted].filter((key) => !key.startsWith("G:"));
}
