import { sql } from "kysely";
import type { RunId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { givenBack, type WaitForRoom } from "./work-failure.ts";

/** The row of a run is its own lease: who works on it, and since when nobody has been heard of. */

/** A heartbeat by the database's clock; `false`: the claim is no longer this attempt's. */
export async function beatRun({ db, shopId }: ShopDb, id: RunId, attempt: number): Promise<boolean> {
  const row = await db
    .updateTable("runs")
    .set({ beat_at: sql`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface ClaimedRun {
  readonly id: number;
  readonly shop_id: number;
  readonly attempt: number;
}

/** Runs of one shop that may work at the same time, so that no shop keeps the others waiting. */
const RUNS_PER_SHOP_MAX = 2;

/**
 * Takes the next run nobody beats for: shops with the fewest working runs first, then in order. The advisory lock makes
 * claims of one kind take turns, so that the per-shop bound holds; a claim is a few milliseconds, runs are seconds.
 */
export async function claimRun(db: Db, worker: string, silentAfterS: number): Promise<ClaimedRun | undefined> {
  return transact(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('feedwright claim run', 0))`.execute(transaction);
    const claimed = await sql<ClaimedRun>`
      with working as (
        select shop_id, count(*) as runs from runs where status = 'running' and beat_at >= now() - make_interval(secs => ${silentAfterS}) group by shop_id
      ), next as (
        select runs.id from runs left join working using (shop_id)
        where runs.status = 'running' and (runs.beat_at is null or runs.beat_at < now() - make_interval(secs => ${silentAfterS}))
          and coalesce(working.runs, 0) < ${RUNS_PER_SHOP_MAX}
        order by coalesce(working.runs, 0), runs.id limit 1 for update of runs
      )
      update runs set attempt = attempt + 1, beat_at = now(), claimed_by = ${worker}, started_at = coalesce(started_at, now()),
        error_code = null, error_details = null
      from next where runs.id = next.id returning runs.id, runs.shop_id, runs.attempt`.execute(transaction);
    return claimed.rows[0];
  });
}

/** Whether a look would find anything: runs that wait, or whose worker fell silent. */
export async function runsWaiting(db: Db, silentAfterS: number): Promise<boolean> {
  const found = await sql<{ readonly waiting: boolean }>`
    select exists (select 1 from runs where status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS}))) as waiting`.execute(
    db,
  );
  return found.rows[0]?.waiting ?? false;
}

/** Gives a claim back, so that the next look may take the run: at once, or after a wait whose reason the run shows meanwhile. `false`: the claim is no longer this attempt's. */
export async function releaseRun({ db, shopId }: ShopDb, id: RunId, attempt: number, wait?: WaitForRoom): Promise<boolean> {
  const row = await db
    .updateTable("runs")
    .set(givenBack(wait))
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives back every claim at once: for a start that knows no other worker is alive, because it holds the data directory. */
export async function releaseAllRuns(db: Db): Promise<void> {
  await db.updateTable("runs").set({ beat_at: null }).where("status", "=", "running").execute();
}

/** Ends the runs of a shop that is uninstalled, and what was to follow them; their workers notice at the next beat. The caller holds the feeds' locks. */
export async function cancelRunsOfShop({ db, shopId }: ShopDb): Promise<void> {
  await db.updateTable("feeds").set({ rerun_requested: false }).where("shop_id", "=", shopId).where("rerun_requested", "=", true).execute();
  await db
    .updateTable("runs")
    .set({ status: "failed", error_code: "cancelled", error_details: "The shop was uninstalled.", completed_at: sql`now()` })
    .where("shop_id", "=", shopId)
    .where("status", "=", "running")
    .execute();
}
