import type { Expression } from "../../engine/expression/expression.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import {
  type ChangeReason,
  type PreviewRow,
  type PreviewSummary,
  readChangeReasons,
  readPreviewRows,
  readSummary,
} from "../../engine/run/preview-query.ts";
import { type PreviewWarning, type TriedRule, warningQueries, type WarningQueries } from "../../engine/run/preview-warnings.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { openTransform } from "./open-transform.ts";
import type { CandidateCells } from "./overlays.ts";
import { planned } from "./plan-feed.ts";

/** What one definition would change against another, over the whole feed. */
export interface Preview {
  readonly rows: readonly PreviewRow[];
  readonly summary: PreviewSummary;
  readonly reasons: readonly ChangeReason[];
  readonly warnings: readonly PreviewWarning[];
}

interface Candidate {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly before: FeedDefinition;
  readonly after: FeedDefinition;
  /** The condition whose rows are counted as matched, as the rows stand where the definitions part; absent: all rows. */
  readonly condition?: Expression;
  /** The rule that makes the difference, to be warned of what is probably not meant. */
  readonly rule?: TriedRule;
  /** What the feed's cells would be, where they would be others. */
  readonly candidateCells?: CandidateCells;
}

/** `undefined` when it could not be computed in time or at all; the log says why. */
export async function previewDefinitions(
  call: ShopCall,
  { before, after, condition, rule, candidateCells, ...work }: Candidate,
): Promise<Preview | undefined> {
  return inInteractiveSession(call, "preview", async ({ session, scratch, leases }) => {
    const open = await openTransform(call, call.shop, {
      ...work,
      definitions: [before, after],
      session,
      scratch,
      leases,
      now: call.clock.now(),
      ...(candidateCells === undefined ? {} : { candidates: candidateCells }),
    });
    const query = await planned(call, "preview", {
      before: open.planOf(before),
      after: open.planOf(after, candidateCells !== undefined),
      input: open.input,
      options: open.options,
      ...(condition === undefined ? {} : { condition }),
      ...(rule === undefined ? {} : { rule }),
    });
    await session.run(...query.statements);
    const [summary] = await session.all(query.summary);
    return {
      summary: readSummary(summary ?? {}),
      rows: readPreviewRows(await session.all(query.samples), query.columns),
      reasons: readChangeReasons(await session.all(query.reasons)),
      warnings: rule === undefined ? [] : await askWarnings(warningQueries(rule, query.compared), session),
    };
  });
}

async function askWarnings({ blanks, refused, read }: WarningQueries, session: WarehouseSession): Promise<readonly PreviewWarning[]> {
  const [[ofRead = {}], [ofWritten = {}]] = [await session.all(blanks), refused === undefined ? [] : await session.all(refused)];
  return read(ofRead, ofWritten);
}
