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

/**
 * Takes the next run nobody beats for: of the shop with the fewest working runs, of several shops the one that was served longest ago, and of its
 * runs the oldest. The advisory lock makes claims of one kind take turns, so that each knows of the one before it; a claim is a few milliseconds,
 * runs are seconds. Runs of barred shops are left alone.
 */
export async function claimRun(
  db: Db,
  worker: string,
  silentAfterS: number,
  barred: readonly number[] = [],
): Promise<ClaimedRun | undefined> {
  return transact(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('feedwright claim run', 0))`.execute(transaction);
    const claimed = await sql<ClaimedRun>`
      with working as (
        select shop_id, count(*) as runs from runs where status = 'running' and beat_at >= now() - make_interval(secs => ${silentAfterS}) group by shop_id
      ), waiting as (
        select id, shop_id from runs
        where status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS})) and shop_id <> all (${barred}::bigint[])
      ), fewest as (
        select shop_id, coalesce(working.runs, 0) as runs from (select distinct shop_id from waiting) shops left join working using (shop_id)
      ), turn as (
        select shop_id from fewest where runs = (select min(runs) from fewest)
        order by (
          select max(served.started_at) from feeds, lateral (
            select started_at from runs where runs.feed_id = feeds.id and started_at is not null order by id desc limit 1
          ) served where feeds.shop_id = fewest.shop_id
        ) nulls first, (select min(id) from waiting where waiting.shop_id = fewest.shop_id) limit 1
      ), next as (
        select runs.id from runs join waiting using (id) where runs.shop_id = (select shop_id from turn) order by runs.id limit 1 for update of runs
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
  await db.updateTable("feeds").set({ rerun_requested: false, delta_due_at: null }).where("shop_id", "=", shopId).execute();
  await db
    .updateTable("runs")
    .set({ status: "failed", error_code: "cancelled", error_details: "The shop was uninstalled.", completed_at: sql`now()` })
    .where("shop_id", "=", shopId)
    .where("status", "=", "running")
    .execute();
}
