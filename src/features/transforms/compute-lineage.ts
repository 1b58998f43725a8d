import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { Lineage } from "../../engine/run/lineage-query.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { feedLineage } from "./feed-lineage.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { openTransform } from "./open-transform.ts";
import type { UnmatchedKeys } from "./unmatched-keys.ts";

interface LineageWork {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly definition: FeedDefinition;
}

/** What a run would tell of its rules, without one. `undefined` where DuckDB failed at it. */
export async function computeLineage(
  call: ShopCall,
  work: LineageWork,
): Promise<{ readonly lineage: Lineage; readonly unmatched: readonly UnmatchedKeys[] } | undefined> {
  return inInteractiveSession(call, { what: "lineage", snapshot: work.snapshot }, async ({ session, scratch, leases }) => {
    const open = await openTransform(call, call.shop, {
      ...work,
      definitions: [work.definition],
      session,
      scratch,
      leases,
      now: call.clock.now(),
    });
    return feedLineage(call, open, work.definition);
  });
}
