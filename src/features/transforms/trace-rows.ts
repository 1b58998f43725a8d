import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { FeedPlan } from "../../engine/plan/feed-plan.ts";
import { looksAtManyRows } from "../../engine/plan/plan-needs.ts";
import { type TracedRow, tracedRows } from "../../engine/run/trace-query.ts";
import { readReasons } from "../../engine/run/whole-feed.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { Services, ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { openTransform, type OpenTransform } from "./open-transform.ts";
import type { CellsInstead } from "./overlays.ts";
import { planned } from "./plan-feed.ts";

interface TraceWork {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly definition: FeedDefinition;
  /** At most a few. */
  readonly rowIds: readonly number[];
  readonly cells?: CellsInstead;
}

/** Rows of the snapshot, step by step through the feed as it is defined now; `undefined` where DuckDB failed at it. */
export async function traceRows(call: ShopCall, { definition, rowIds, ...work }: TraceWork): Promise<readonly TracedRow[] | undefined> {
  return inInteractiveSession(call, { what: "trace", snapshot: work.snapshot }, async ({ session, scratch, leases }) => {
    const common = { ...work, definitions: [definition], session, leases, now: call.clock.now() };
    const few = await openTransform(call, call.shop, { ...common, scratch: below(scratch, "few"), rows: rowIds });
    const whole = (): Promise<OpenTransform> => openTransform(call, call.shop, { ...common, scratch: below(scratch, "whole") });
    return traced(few, definition, { planner: call.planner, rowIds, whole });
  });
}

/** Files of one part of the work, told apart from those of another by their names. */
function below(scratch: Scratch, part: string): Scratch {
  return { ...scratch, path: scratch.path, file: (called) => scratch.file(`${part}-${called}`) };
}

interface Wanted extends Pick<Services, "planner"> {
  readonly rowIds: readonly number[];
  /** The whole feed, for what a few rows cannot know: it is opened only where it must be. */
  readonly whole: () => Promise<OpenTransform>;
}

async function traced(few: OpenTransform, definition: FeedDefinition, { planner, rowIds, whole }: Wanted): Promise<readonly TracedRow[]> {
  const plan = few.planOf(definition);
  const facts = looksAtManyRows(plan) ? await wholeFacts(await whole(), { planner, plan, rowIds }) : {};
  const query = await planned({ planner }, "trace", { plan, input: few.input, options: few.options, ...facts });
  await few.session.run(...query.statements);
  return tracedRows(await few.session.all(query.rows), { groups: query.groups, plan, ...facts });
}

async function wholeFacts(
  { session, input, options }: OpenTransform,
  { planner, plan, rowIds }: Pick<Wanted, "planner" | "rowIds"> & { readonly plan: FeedPlan },
) {
  const query = await planned({ planner }, "whole", { plan, input, options, rowIds });
  await session.run(...query.statements);
  return { known: query.known, reasons: readReasons(await session.all(query.reasons)) };
}
