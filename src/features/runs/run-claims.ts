import { sql } from "kysely";
import type { RunId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { type GivenBack, givenBack, type Tried } from "./work-failure.ts";

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

export interface ClaimedRun extends Tried {
  readonly id: number;
  readonly shop_id: number;
  readonly attempt: number;
}

/** Runs of one shop that are worked on at a time, over all processes. */
export const RUNS_OF_SHOP_MAX = 2;

/** A beat may be of a transaction that began a moment after ours; one that lies further ahead is of a run that waits for room. */
const BEAT_AHEAD_S = 5;
/** Shops that turn out to have nothing to claim are passed over; so many at most in one claim. */
const PASSED_OVER_MAX = 500;

const nobodyBeats = (silentAfterS: number) =>
  sql`status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS}))`;

/**
 * Takes the next run nobody beats for: of the shop with the fewest working runs, of several shops the one that was served longest ago, and of its
 * runs the oldest. The advisory lock makes claims of one kind take turns, so that each knows of the one before it. Runs of barred shops, and of
 * shops that have as many at work as they may, are left alone.
 *
 * What a claim reads doesn't grow with what waits: the runs that are worked on, an entry of `run_turns_waiting` for each of their shops and one
 * more, and the feeds of the shop that is chosen.
 */
export async function claimRun(
  db: Db,
  worker: string,
  silentAfterS: number,
  barred: readonly number[] = [],
): Promise<ClaimedRun | undefined> {
  return transact(db, async (transaction) => {
    // Statistics of a queue are of another moment, so it may only use indexes.
    await sql`
      select pg_advisory_xact_lock(hashtextextended('feedwright claim run', 0)), set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true)`.execute(transaction);
    await markSilentRuns(transaction, silentAfterS);
    const working = await countWorking(transaction, silentAfterS);
    const busy = [...working.keys()];
    const sharing = busy.filter((shopId) => (working.get(shopId) ?? 0) < RUNS_OF_SHOP_MAX);
    for (let passed = 0; passed < PASSED_OVER_MAX; passed += 1) {
      const shopId =
        (await lockTurn(transaction, { but: [...barred, ...busy] })) ?? (await lockTurn(transaction, { of: sharing, but: barred }));
      if (shopId === undefined) return undefined;
      const claimed = await takeRunOf(transaction, { shopId, worker, silentAfterS });
      if (claimed !== undefined) return claimed;
    }
    return undefined;
  });
}

/** Work of a worker that fell silent waits again. */
async function markSilentRuns(db: Db, silentAfterS: number): Promise<void> {
  await sql`
    update run_turns set waiting = true
    where not waiting and shop_id in (
      select shop_id from runs where status = 'running' and beat_at < now() - make_interval(secs => ${silentAfterS})
    )`.execute(db);
}

/** Of each shop that has any at work, how many. */
async function countWorking(db: Db, silentAfterS: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ readonly shop_id: number; readonly runs: number }>`
    select shop_id, count(*)::int as runs from runs
    where status = 'running' and beat_at >= now() - make_interval(secs => ${silentAfterS}) and beat_at < now() + make_interval(secs => ${BEAT_AHEAD_S})
    group by shop_id`.execute(db);
  return new Map(rows.map(({ shop_id: shopId, runs }) => [shopId, runs]));
}

interface Turn {
  /** Only these shops. */
  readonly of?: readonly number[];
  readonly but: readonly number[];
}

/** The shop whose turn it is. A row that somebody holds is of a shop whose run is not yet committed, or was just claimed. */
async function lockTurn(db: Db, { of, but }: Turn): Promise<number | undefined> {
  if (of?.length === 0) return undefined;
  const only = of === undefined ? sql`` : sql`and shop_id = any (${of}::bigint[])`;
  const { rows } = await sql<{ readonly shop_id: number }>`
    select shop_id from run_turns where waiting and shop_id <> all (${but}::bigint[]) ${only}
    order by served_at, shop_id limit 1 for update skip locked`.execute(db);
  return rows[0]?.shop_id;
}

interface Take {
  readonly shopId: number;
  readonly worker: string;
  readonly silentAfterS: number;
}

/** The shop's oldest run, found by its feeds, of which each has one at most. The turn's row is locked, so nobody can make one wait meanwhile. */
async function takeRunOf(db: Db, { shopId, worker, silentAfterS }: Take): Promise<ClaimedRun | undefined> {
  const waiting = sql`
    select run.id from feeds cross join lateral (select id from runs where feed_id = feeds.id and ${nobodyBeats(silentAfterS)} offset 0) run
    where feeds.shop_id = ${shopId}`;
  const { rows } = await sql<ClaimedRun>`
    update runs set attempt = attempt + 1, beat_at = now(), claimed_by = ${worker}, started_at = coalesce(started_at, now()),
      error_code = null, error_details = null
    where id = (select id from runs where id = any (array(${waiting})) order by id limit 1 for update skip locked)
    returning id, shop_id, attempt, attempt - handed_back - room_waits as tries, room_waits`.execute(db);
  await sql`
    update run_turns set waiting = exists (${waiting}), served_at = case when ${rows.length > 0} then now() else served_at end
    where shop_id = ${shopId}`.execute(db);
  return rows[0];
}

/** Whether a look would find anything: runs that wait, or whose worker fell silent. */
export async function runsWaiting(db: Db, silentAfterS: number): Promise<boolean> {
  const found = await sql<{ readonly waiting: boolean }>`
    select exists (select 1 from run_turns where waiting)
      or exists (select 1 from runs where status = 'running' and beat_at < now() - make_interval(secs => ${silentAfterS})) as waiting`.execute(
    db,
  );
  return found.rows[0]?.waiting ?? false;
}

/**
 * Gives a claim back, so that the next look may take the run: at once, or after a wait whose reason the run shows meanwhile. `false`: the claim is
 * no longer this attempt's.
 */
export async function releaseRun({ db, shopId }: ShopDb, id: RunId, attempt: number, how?: GivenBack): Promise<boolean> {
  const row = await db
    .updateTable("runs")
    .set(givenBack(how))
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
