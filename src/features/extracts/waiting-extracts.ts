import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

export async function extractsWaiting(db: Db, silentAfterS: number): Promise<boolean> {
  const found = await sql<{ readonly waiting: boolean }>`
    select exists (select 1 from extracts where type = 'full'
      and (status = 'pending' or (status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS}))))) as waiting`.execute(
    db,
  );
  return found.rows[0]?.waiting ?? false;
}

/** Gives back every claim at once: for a start that knows no other worker is alive, because it holds the data directory. */
export async function releaseAllExtracts(db: Db): Promise<void> {
  await db.updateTable("extracts").set({ beat_at: null }).where("status", "=", "running").execute();
}
