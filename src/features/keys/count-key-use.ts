import type { Db } from "../../platform/postgres/postgres-port.ts";
import { moveUncounted } from "./keys-queries.ts";

/** Requests of these keys wait while they are moved. */
const BATCH_KEYS = 100;

/** Adds to each key's total what its window has counted since; until then whoever reads the total adds it. */
export async function countKeyUse(db: Db, signal: AbortSignal): Promise<void> {
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const moved = await moveUncounted(db, after, BATCH_KEYS);
    after = moved.length === BATCH_KEYS ? Math.max(...moved) : null;
  }
}
