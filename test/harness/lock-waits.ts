import { sql } from "kysely";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";

/** How many connections to this database wait for a lock that another one holds. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}
