import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { listExpiredRuns, markExpired } from "./run-queries.ts";

/**
 * Kept are the live run, held ones, the last ten that are no deltas, and one a day for 14 days (contract, section 7). The row
 * is marked before the files go, so that nobody is sent to a file that is being removed.
 */
export async function removeExpiredRuns({ objects, log }: Services, shop: ShopDb, feedId: FeedId): Promise<void> {
  for (const run of await listExpiredRuns(shop, feedId)) {
    await markExpired(shop, run.id);
    if (run.output_prefix !== null) await objects.remove(run.output_prefix);
    log.info({ run_id: run.id }, "files of an old run removed");
  }
}
