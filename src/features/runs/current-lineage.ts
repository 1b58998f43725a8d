import { z } from "zod";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findRunningRun } from "./run-queries.ts";
import { RunLineage } from "./run-lineage.ts";
import { findNewestLineage, findRunOfVersion } from "./lineage-queries.ts";

const Unmatched = z.array(z.strictObject({ table: z.string(), keys: z.array(z.strictObject({ key: z.string(), count: z.int() })) }));

/** While a run is under way that will tell anew: what the one before it told of its rules, null where there was none. `undefined`: none is under way. */
export async function findEarlierLineage(
  shop: ShopDb,
  feedId: FeedId,
): Promise<{ readonly runId: number; readonly lineage: RunLineage } | null | undefined> {
  if ((await findRunningRun(shop, feedId)) === undefined) return undefined;
  const run = await findNewestLineage(shop, feedId);
  return run === undefined ? null : { runId: run.id, lineage: RunLineage.parse(run.lineage) };
}

/** What the last run of this very definition over this snapshot told of its rules; `undefined`: there was none. */
export async function findLineage(
  shop: ShopDb,
  feedId: FeedId,
  of: { readonly definitionVersion: number; readonly extractId: number },
): Promise<{ readonly runId: number; readonly lineage: RunLineage; readonly unmatched: z.output<typeof Unmatched> } | undefined> {
  const run = await findRunOfVersion(shop, feedId, of);
  if (!run?.lineage) return undefined;
  return { runId: run.id, lineage: RunLineage.parse(run.lineage), unmatched: Unmatched.parse(run.unmatched_keys) };
}
