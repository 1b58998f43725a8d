import type { Pool } from "pg";
import { members } from "../../kernel/unsafe.ts";

/** Any number that nothing else on this database locks by: the letters "jobs". */
const LOCK_KEY = 0x6a6f6273;
/** The newest migration of the library as it is pinned; a test compares the two. */
export const NEWEST_MIGRATION = 20;
const NO_SUCH_TABLE = "42P01";

/**
 * Brings graphile-worker's own tables to its version; one process at a time, the others find the work done. The library is loaded where there is
 * something to do: commands start sooner without it.
 */
export async function migrateJobs(pool: Pool): Promise<void> {
  if ((await newestMigration(pool)) === NEWEST_MIGRATION) return;
  const { runMigrations } = await import("graphile-worker");
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await runMigrations({ pgPool: pool });
  } finally {
    // Closing the connection lets go of the lock, also when it is the connection that broke.
    client.release(true);
  }
}

async function newestMigration(pool: Pool): Promise<unknown> {
  try {
    return (await pool.query<{ readonly id: number }>("select max(id) as id from graphile_worker.migrations")).rows[0]?.id;
  } catch (error) {
    if (members(error)["code"] === NO_SUCH_TABLE) return undefined;
    throw error;
  }
}
