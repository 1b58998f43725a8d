import { sql } from "kysely";
import type { Db } from "../postgres/postgres-port.ts";
import type { WorkerRegistry } from "./jobs-port.ts";

export function workerRegistry(db: Db): WorkerRegistry {
  return {
    beat: (id) => beatWorker(db, id),
    forget: (id) => forgetWorker(db, id),
    sweep: (silentAfterS) => sweepWorkers(db, silentAfterS),
  };
}

/** Which workers are alive, by the database's clock. */
export async function beatWorker(db: Db, id: string): Promise<void> {
  await sql`insert into workers (id) values (${id}) on conflict (id) do update set beat_at = now()`.execute(db);
}

export async function forgetWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom("workers").where("id", "=", id).execute();
}

/** Whether any worker has been heard of within the bound. */
export async function hasLivingWorker(db: Db, silentAfterS: number): Promise<boolean> {
  const found = await sql<{
    readonly living: boolean;
  }>`select exists (select 1 from workers where beat_at > now() - make_interval(secs => ${silentAfterS})) as living`.execute(db);
  return found.rows[0]?.living ?? false;
}

/**
 * Forgets silent workers and frees the job locks of dead ones: graphile-worker itself waits four hours. A job of ours only
 * wakes the workers up and is done within moments, so a lock this old has no living holder.
 */
export async function sweepWorkers(db: Db, silentAfterS: number): Promise<void> {
  await sql`delete from workers where beat_at < now() - make_interval(secs => ${silentAfterS})`.execute(db);
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker._private_jobs where locked_at < now() - make_interval(secs => ${silentAfterS}) and locked_by is not null))`.execute(
    db,
  );
  // One that was enqueued again while it was locked: the library has used up its attempts, and another job has its key.
  await sql`delete from graphile_worker._private_jobs
    where key is null and locked_at is null and attempts >= max_attempts and last_error is null`.execute(db);
}
