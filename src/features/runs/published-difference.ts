import type { FileDifference } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { fileHash } from "./listed-output.ts";
import { type ComparedRuns, countRunDifference } from "./run-difference.ts";
import type { RunRow } from "./run-queries.ts";
import { knownRunOutput } from "./run.ts";

/** How the file of a run that is about to go live differs from the one served until now. Publishing never fails for want of a count. */
export async function differenceOfFiles(
  services: Pick<ShopCall, "shop" | "objects" | "warehouse" | "log">,
  { before, after }: ComparedRuns,
): Promise<FileDifference> {
  const changed = before === undefined || fileHash(before) !== fileHash(after);
  const counts = { added_count: after.added_count, removed_count: after.removed_count, changed_count: after.changed_count };
  if (isComparedWith(after, before)) return { changed, ...counts };
  if (before === undefined) return { changed, added_count: after.included_count, removed_count: 0, changed_count: 0 };
  if (!changed) return { changed, added_count: 0, removed_count: 0, changed_count: 0 };
  try {
    const { added, removed, changed: differing } = await countRunDifference(services, { before, after });
    return { changed, added_count: added, removed_count: removed, changed_count: differing };
  } catch (error) {
    services.log.error({ run_id: after.id, error: String(error) }, "the difference to the last live run could not be counted");
    return UNCOUNTED;
  }
}

/** Of files that differ in nobody knows how many rows. */
export const UNCOUNTED: FileDifference = Object.freeze({ changed: true, added_count: null, removed_count: null, changed_count: null });

/** Whether the run's own counts are about this live run: another one may have been published while it ran, or since. */
function isComparedWith(run: RunRow, live: RunRow | undefined): boolean {
  const against = knownRunOutput(run.output)?.against;
  return against !== undefined && against === (live?.id ?? null);
}
