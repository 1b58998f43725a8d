import type { Expression } from "../../engine/expression/expression.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { previewQuery, type PreviewRow, readPreviewRows, type PreviewSummary, readSummary } from "../../engine/run/preview-query.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { openTransform } from "./open-transform.ts";

/** What one definition would change against another, over the whole feed. */
export interface Preview {
  readonly rows: readonly PreviewRow[];
  readonly summary: PreviewSummary;
}

interface Candidate {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly before: FeedDefinition;
  readonly after: FeedDefinition;
  /** The condition whose rows are counted as matched, as the rows stand where the definitions part; absent: all rows. */
  readonly condition?: Expression;
}

/** `undefined` when it could not be computed in time or at all; the log says why. */
export async function previewDefinitions(call: ShopCall, { before, after, condition, ...work }: Candidate): Promise<Preview | undefined> {
  return inInteractiveSession(call, "preview", async ({ session, scratch, leases }) => {
    const open = await openTransform(call, call.shop, {
      ...work,
      definitions: [before, after],
      session,
      scratch,
      leases,
      now: call.clock.now(),
    });
    const query = previewQuery({
      before: open.planOf(before),
      after: open.planOf(after),
      input: open.input,
      options: open.options,
      ...(condition === undefined ? {} : { condition }),
    });
    await session.run(...query.statements);
    const [summary] = await session.all(query.summary);
    return { summary: readSummary(summary ?? {}), rows: readPreviewRows(await session.all(query.samples), query.columns) };
  });
}
