import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";

/** Any number that nothing else on this database locks by: the letters "jobs". */
const LOCK_KEY = 0x6a6f6273;

/** Brings graphile-worker's own tables to its version; one process at a time, the others find the work done. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await runMigrations({ pgPool: pool });
  } finally {
    // Closing the connection lets go of the lock, also when it is the connection that broke.
    client.release(true);
  }
}
