import { setTimeout as sleep } from "node:timers/promises";
import { startDueDeltas } from "../../features/deltas/index.ts";
import type { Services } from "../../features/operation.ts";
import { startDueDeltaRuns } from "../../features/runs/index.ts";
import { openBells } from "../../features/shopify-webhooks/index.ts";
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
  const hear = openBells(services, db);
  while (!signal.aborted) {
    try {
      const started = (await startDueDeltas(db, services.deltas)) + (await startDueDeltaRuns(db, { queue: services.queue, openShop }));
      if (started > 0) wake();
      await hear();
    } catch (error) {
      services.log.debug({ error: String(error) }, "could not look for changes that are due");
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
