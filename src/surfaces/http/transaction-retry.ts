import { setTimeout as wait } from "node:timers/promises";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import { isRepeatable, unavailable } from "./request-error.ts";
import { TRANSACTION_RETRIES_MAX, TRANSACTION_RETRY_MS } from "./server-limits.ts";

/**
 * Runs the work in a transaction; again from the start when PostgreSQL undid it for the sake of another. `undo`: takes back what was made for
 * it outside the database. Where the connection is lost while the transaction commits nobody knows what came of it, so nothing is taken back.
 */
export async function inTransaction<T>(
  db: Db,
  work: (transaction: Db) => Promise<T>,
  undo: () => Promise<void> = async () => undefined,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    let isCommitting = false;
    try {
      return await transact(db, async (transaction) => {
        const worked = await work(transaction);
        isCommitting = true;
        return worked;
      });
    } catch (thrown) {
      const isUndone = isRepeatable(thrown);
      if (isUndone && retry < TRANSACTION_RETRIES_MAX) {
        await wait(TRANSACTION_RETRY_MS * 2 ** retry * (0.5 + Math.random() / 2));
        continue;
      }
      if (isUndone || !isCommitting) await undo();
      throw isUndone ? unavailable(thrown) : thrown;
    }
  }
}
