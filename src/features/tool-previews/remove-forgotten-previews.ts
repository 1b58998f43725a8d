import type { Db } from "../../platform/postgres/postgres-port.ts";
import { deleteForgottenPreviews } from "./tool-preview-queries.ts";

/** A transaction of milliseconds. */
const BATCH_ROWS = 500;

/** Removes previews nobody can use any more, batch by batch. */
export async function removeForgottenPreviews(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteForgottenPreviews(db, BATCH_ROWS)) === BATCH_ROWS);
}
