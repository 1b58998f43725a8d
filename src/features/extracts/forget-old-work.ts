import type { Db } from "../../platform/postgres/postgres-port.ts";
import { deleteOldRuns } from "../runs/index.ts";
import { deleteOldExtracts, findLastOfShops } from "./old-extract-queries.ts";

/** Less than a second's work where there is nothing to forget; 50,000 shops take four hours. */
const SHOPS_A_LOOK = 200;
/** A transaction of milliseconds. */
const BATCH_ROWS = 500;

/**
 * Forgets old runs, then old extracts, of the next shops behind `after`. A run refers to the extract it read, so the runs go first. Answers
 * after which shop to go on; 0 behind the last one.
 */
export async function forgetOldWork(
  db: Db,
  { after, historyDays }: { readonly after: number; readonly historyDays: number },
  signal: AbortSignal,
): Promise<number> {
  const through = await findLastOfShops(db, after, SHOPS_A_LOOK);
  if (through === undefined) return 0;
  const shops = { after, through, historyDays };
  while (!signal.aborted && (await deleteOldRuns(db, shops, BATCH_ROWS)) === BATCH_ROWS);
  while (!signal.aborted && (await deleteOldExtracts(db, shops, BATCH_ROWS)) === BATCH_ROWS);
  return through;
}
