import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../../features/operation.ts";
import { type AttemptResult, CLAIM_SECONDS, recordResults } from "../../features/webhooks/index.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";

/** Writes results together: those that come while a transaction is under way are the next one. */
export interface DeliveryRecords extends AsyncDisposable {
  /** Resolves when the result is recorded, or given up: its claim has expired by then, and the delivery is made again. */
  record(result: AttemptResult): Promise<void>;
  /** Fires after the next results are recorded, which may make room for more. */
  nextRecorded(): AbortSignal;
}

/** Rows a transaction locks; more gain nothing, and make others wait. */
const BATCH_RESULTS = 200;
/** Attempts of one claim end within moments of each other, and a transaction costs the same for one of them as for all. */
const GATHER_MS = 4;
/** While the database is away. */
const RETRY_AFTER_MS = 500;
/** From then on the claim has expired, and the result says nothing that counts. */
const GIVEN_UP_AFTER_MS = CLAIM_SECONDS * 1_000;
/** A process that stops waits for the database no longer than that. */
const STOPPING_GIVEN_UP_AFTER_MS = 5_000;

const SETTLED = ["delivered", "failed"] as const;

interface Waiting {
  readonly result: AttemptResult;
  readonly since: number;
  readonly done: () => void;
}

export function recordDeliveries({
  db,
  services: { clock, log, metrics },
}: {
  readonly db: Db;
  readonly services: Pick<Services, "clock" | "log" | "metrics">;
}): DeliveryRecords {
  const queue: Waiting[] = [];
  let recorded = new AbortController();
  let working: Promise<void> | null = null;
  let patienceMs = GIVEN_UP_AFTER_MS;

  const recordBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const results = batch.map(({ result }) => result);
    for (;;) {
      try {
        const settled = await recordResults({ db, clock, openShop }, results);
        for (const outcome of SETTLED) metrics.count("webhook_deliveries_total", { outcome }, settled[outcome]);
        return;
      } catch (error) {
        const waitedMs = performance.now() - Math.max(...batch.map(({ since }) => since));
        if (waitedMs > patienceMs) return log.warn({ error: String(error), results: results.length }, "gave up recording delivery results");
        log.debug({ error: String(error) }, "could not record delivery results yet; will retry");
        await sleep(RETRY_AFTER_MS);
      }
    }
  };
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      if (queue.length < BATCH_RESULTS) await sleep(GATHER_MS);
      const batch = queue.splice(0, BATCH_RESULTS);
      await recordBatch(batch);
      for (const { done } of batch) done();
      recorded.abort();
      recorded = new AbortController();
    }
    working = null;
  };
  return {
    record: (result) =>
      new Promise((resolve) => {
        queue.push({ result, since: performance.now(), done: resolve });
        working ??= work();
      }),
    nextRecorded: () => recorded.signal,
    async [Symbol.asyncDispose]() {
      patienceMs = STOPPING_GIVEN_UP_AFTER_MS;
      await working;
    },
  };
}
