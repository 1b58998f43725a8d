import { z } from "zod";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { RunLineage } from "./run-lineage.ts";
import { findRunOfVersion } from "./lineage-queries.ts";

const Unmatched = z.array(z.strictObject({ table: z.string(), keys: z.array(z.strictObject({ key: z.string(), count: z.int() })) }));

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
