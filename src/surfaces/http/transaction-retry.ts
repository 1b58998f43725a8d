import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { isRepeatable, unavailable } from "./request-error.ts";
import { TRANSACTION_RETRIES_MAX, TRANSACTION_RETRY_MS } from "./server-limits.ts";

/** Runs the work in a transaction; again from the start when PostgreSQL undid it for the sake of another. */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await db.transaction().execute(work);
    } catch (thrown) {
      if (!isRepeatable(thrown)) throw thrown;
      if (retry === TRANSACTION_RETRIES_MAX) throw unavailable(thrown);
      await wait(TRANSACTION_RETRY_MS * 2 ** retry * (0.5 + Math.random() / 2));
    }
  }
}
