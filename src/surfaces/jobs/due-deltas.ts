import { setTimeout as sleep } from "node:timers/promises";
import { startDueDeltas } from "../../features/deltas/index.ts";
import type { Services } from "../../features/operation.ts";
import { startDueDeltaRuns } from "../../features/runs/index.ts";
import { checkSubscriptions } from "../../features/shopify-webhooks/index.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";

/** What is reported should be published within seconds, so the look is often; where nothing waits it reads two small indexes. */
const LOOK_EVERY_MS = 300;

interface Looking {
  readonly db: Db;
  readonly services: Services;
  readonly signal: AbortSignal;
  /** There is something to claim. */
  readonly wake: () => void;
}

/** Starts deltas and the runs after them when they are due, until the signal. Any number of processes may look: the rows are made once. */
export async function keepLookingForDeltas({ db, services, signal, wake }: Looking): Promise<void> {
  while (!signal.aborted) {
    try {
      const started = (await startDueDeltas(db, services.deltas)) + (await startDueDeltaRuns(db, { queue: services.queue, openShop }));
      if (started > 0) wake();
    } catch (error) {
      services.log.debug({ error: String(error) }, "could not look for changes that are due");
    }
    await keepSubscribed({ db, services, signal });
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One shop at a look: what it was installed with takes a second or two, and a day has looks enough for all. */
async function keepSubscribed({ db, services, signal }: Omit<Looking, "wake">): Promise<void> {
  try {
    await checkSubscriptions(services, { db, openShop, signal });
  } catch (error) {
    services.log.debug({ error: String(error) }, "could not look for webhook subscriptions to check");
  }
}
