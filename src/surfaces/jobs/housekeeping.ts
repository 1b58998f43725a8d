import { setTimeout as sleep } from "node:timers/promises";
import { removeExpiredAnswers } from "../../features/idempotency/index.ts";
import { countKeyUse } from "../../features/keys/index.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

/** What nobody waits for. Late, it does no harm: expired answers are not given, and whoever reads a key's total adds what is not in it yet. */
const CHORES = [removeExpiredAnswers, countKeyUse] as const;
const EVERY_MS = 60_000;

/** Does the chores until disposed; beside other workers each row is done by one of them. */
export function startHousekeeping(db: Db, log: Logger): AsyncDisposable {
  const stopping = new AbortController();
  const working = keepHouse(db, log, stopping.signal);
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await working;
    },
  };
}

async function keepHouse(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const chore of CHORES)
      await chore(db, signal).catch((error: unknown) => log.debug({ chore: chore.name, error: String(error) }, "a chore was put off"));
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
