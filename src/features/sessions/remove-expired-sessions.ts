import type { Db } from "../../platform/postgres/postgres-port.ts";
import { deleteExpiredSessions, deleteOldWindows } from "./session-queries.ts";
import { deleteExpiredCodes } from "./sign-in-code-queries.ts";

/** A transaction of milliseconds. */
const BATCH_ROWS = 500;

/** Removes all sessions past their twelve hours, batch by batch, and expired codes; no request is admitted by one of them meanwhile. */
export async function removeExpiredSessions(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteExpiredSessions(db, BATCH_ROWS)) === BATCH_ROWS);
  await deleteExpiredCodes(db);
  await deleteOldWindows(db);
}
