import type { Db } from "../../platform/postgres/postgres-port.ts";
import { deleteExpiredAnswers } from "./idempotency-queries.ts";

/** A transaction of milliseconds. */
const BATCH_ROWS = 500;

/** Removes all answers past their 24 hours, batch by batch. */
export async function removeExpiredAnswers(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteExpiredAnswers(db, BATCH_ROWS)) === BATCH_ROWS);
}
