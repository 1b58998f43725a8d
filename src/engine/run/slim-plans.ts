import { columnKey, columnsRead } from "../expression/expression.ts";
import { splits } from "../plan/chain-query.ts";
import type { FeedPlan, Step } from "../plan/feed-plan.ts";
import { reducedStages } from "../plan/reduced-plan.ts";
import { expressionsOf } from "../plan/step-expressions.ts";

/** Two plans reduced to what tells them apart, so that comparing a feed with what it would be costs little. */
interface TwoPlans {
  readonly before: FeedPlan;
  readonly after: FeedPlan;
}

/** A column that only one of the feeds has is blank in the other. */
function sameOutput({ before, after }: TwoPlans): TwoPlans {
  const output = bothOutputs({ before, after });
  return { before: { ...before, output }, after: { ...after, output } };
}

/** Every column that either has. */
export function bothOutputs({ before, after }: TwoPlans): readonly string[] {
  return [...new Set([...after.output, ...before.output])];
}

interface SlimPlans {
  readonly before: FeedPlan;
  readonly after: FeedPlan;
  /** The output columns that can differ, and those they are compared with. */
  readonly columns: readonly string[];
}

/** Both plans with the steps alone that decide on a row's exclusion, on a column that can differ or on one that is asked for (by key). */
export function slimPlans(plans: TwoPlans, also: ReadonlySet<string>): SlimPlans {
  const { before, after } = sameOutput(plans);
  const [old, fresh] = [stepsOf(before), stepsOf(after)];
  const shared = sharedSteps(old, fresh);
  const differing = columnsThatDiffer(old.slice(shared), fresh.slice(shared), after.output);
  const isOfPrice = differing.some((column) => COMPARED_PRICES.includes(column));
  const columns = after.output.filter((column) => differing.includes(column) || (isOfPrice && COMPARED_PRICES.includes(column)));
  if (splits(before) || splits(after)) return { before, after, columns };
  const wanted = new Set([...columns.map((column) => `G:${column}`), ...also]);
  // Of both together, so that what the plans share stays the same steps.
  const needed = new Set([before, after].flatMap((plan) => [...reducedStages(plan, wanted).needed]));
  const output = after.output.filter((column, at) => at === 0 || needed.has(`G:${column}`));
  const slim = (plan: FeedPlan): FeedPlan => ({
    ...plan,
    output,
    stages: plan.stages.map((stage) => ({
      ...stage,
      steps: stage.steps.filter((step) => step.op !== "assign" || needed.has(columnKey(step.target))),
    })),
  });
  return { before: slim(before), after: slim(after), columns };
}

/** A sale price is refused because of the price. */
const COMPARED_PRICES: readonly string[] = ["price", "sale_price"];

export function stepsOf({ stages }: FeedPlan): readonly Step[] {
  return stages.flatMap(({ steps }) => steps);
}

/** How many steps are the same from the beginning. */
export function sharedSteps(old: readonly Step[], fresh: readonly Step[]): number {
  const differs = fresh.findIndex((step, at) => JSON.stringify(step) !== JSON.stringify(old[at]));
  return differs === -1 ? Math.min(old.length, fresh.length) : differs;
}

/** The output columns that can differ: written by steps that only one side has, or by steps that read what differs. */
function columnsThatDiffer(old: readonly Step[], fresh: readonly Step[], output: readonly string[]): readonly string[] {
  const [oldTexts, freshTexts] = [new Set(old.map((step) => JSON.stringify(step))), new Set(fresh.map((step) => JSON.stringify(step)))];
  // The same steps in another order differ as well.
  const moved = oldTexts.size === freshTexts.size && [...oldTexts].every((step) => freshTexts.has(step));
  const steps = [...old, ...fresh].map((step): Known => {
    const printed = JSON.stringify(step);
    const reads = new Set(expressionsOf(step).flatMap((part) => [...columnsRead(part)]));
    if (printed.includes('"kind":"feedwide"')) reads.add(EXCLUSION);
    return { step, reads, alone: moved || oldTexts.has(printed) !== freshTexts.has(printed) };
  });
  const differing = new Set<string>();
  for (let known = -1; known !== differing.size;) {
    known = differing.size;
    for (const { step, reads, alone } of steps) {
      if (alone || [...reads].some((key) => differing.has(key))) noteWrites(step, output, differing);
    }
  }
  return output.filter((column) => differing.has(`G:${column}`));
}

interface Known {
  readonly step: Step;
  /** A function over the feed sees other rows once other ones are excluded. */
  readonly reads: ReadonlySet<string>;
  readonly alone: boolean;
}

function noteWrites(step: Step, output: readonly string[], differing: Set<string>): void {
  if (step.op === "split") for (const column of output) differing.add(`G:${column}`);
  else if (step.op === "assign") differing.add(columnKey(step.target));
  else if (step.op !== "clean") differing.add(EXCLUSION);
}

const EXCLUSION = "exclusion";
