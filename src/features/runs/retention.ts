import type { FeedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { attemptPrefix } from "./run.ts";
import type { ClaimedRun } from "./run-claims.ts";
import { listExpiredRuns, markExpired } from "./run-queries.ts";

/**
 * Keeps the live run and the one before it, held runs, the last runs that aren't deltas, and one run a day for some days. The row
 * is marked before the files go, under the lock that publishing takes, so that nobody is sent to a file that is being removed.
 */
export async function removeExpiredRuns({ objects, log, retention }: Services, shop: ShopDb, feedId: FeedId): Promise<void> {
  for (const run of await listExpiredRuns(shop, feedId, retention)) {
    if (!(await expire(shop, feedId, run.id))) continue;
    if (run.output_prefix !== null) await objects.remove(run.output_prefix);
    log.info({ run_id: run.id }, "files of an old run removed");
  }
}

/** What attempts that were killed left behind; attempts count from 1, and there are a handful at most. */
export async function removeLostAttempts({ objects }: Services, claim: ClaimedRun): Promise<void> {
  for (let lost = 1; lost < claim.attempt; lost += 1) await objects.remove(attemptPrefix(claim.shop_id, claim.id, lost));
}

async function expire(shop: ShopDb, feedId: FeedId, id: number): Promise<boolean> {
  return transact(shop.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await lockFeed(inside, feedId);
    return markExpired(inside, id);
  });
}
