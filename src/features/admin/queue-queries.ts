import { type RawBuilder, sql } from "kysely";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import { SILENT_AFTER_S } from "./work-queries.ts";

/** What waits in the whole installation, for whoever watches it. Ages are 0 where nothing waits. */
export interface QueueState {
  readonly workers: number;
  readonly extracts_waiting: number;
  readonly extracts_running: number;
  readonly extracts_oldest_s: number;
  readonly runs_waiting: number;
  readonly runs_running: number;
  readonly runs_oldest_s: number;
  readonly feeds_held: number;
  readonly deliveries_due: number;
  readonly deliveries_oldest_s: number;
}

/** A queue that is longer is long; counting it would read all of it. */
const DUE_COUNTED_MAX = 10_000;
/** Whoever asks has gone by then. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Asked every few seconds by every process that is watched, so it reads indexes of what is under way, and nothing of what has ended. */
export async function readQueues(db: Db, at: Date): Promise<QueueState> {
  return transact(db, async (transaction) => {
    await sql`
      select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true), set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true)`.execute(transaction);
    const { rows } = await queueState(at).execute(transaction);
    const [state] = rows;
    if (state === undefined) throw new Error("a query of one row answered none");
    return state;
  });
}

/**
 * Work is waiting when nobody beats for it. A regenerate is its run, and counted as that. Statistics of queues are of another moment
 * (see `claim-deliveries.ts`), hence no plan but one that goes along an index.
 */
export function queueState(at: Date): RawBuilder<QueueState> {
  return sql<QueueState>`
    with work as (
      select 'extract' as kind, created_at, status = 'pending' or beat_at is null or beat_at < now() - make_interval(secs => ${SILENT_AFTER_S}) as waits
      from extracts where status in ('pending', 'running') and type <> 'regenerate'
      union all
      select 'run', created_at, beat_at is null or beat_at < now() - make_interval(secs => ${SILENT_AFTER_S}) from runs where status = 'running'
    ), work_by_kind as (
      select count(*) filter (where kind = 'extract' and waits) as extracts_waiting,
        count(*) filter (where kind = 'extract' and not waits) as extracts_running,
        min(created_at) filter (where kind = 'extract' and waits) as extract_at,
        count(*) filter (where kind = 'run' and waits) as runs_waiting,
        count(*) filter (where kind = 'run' and not waits) as runs_running,
        min(created_at) filter (where kind = 'run' and waits) as run_at
      from work
    ), due as (
      select count(*) as deliveries_due, min(due_at) as due_at from (
        select due_at from webhook_deliveries
        where status = 'pending' and attempt_count >= 0 and due_at <= ${at} and (claimed_until is null or claimed_until <= now())
        order by due_at limit ${DUE_COUNTED_MAX}
      ) first_due
    ), held as (
      select count(distinct runs.feed_id) as feeds_held from runs
      join feeds on feeds.id = runs.feed_id join shops on shops.id = feeds.shop_id
      where runs.publication = 'held' and feeds.active and shops.uninstalled_at is null
        and (feeds.live_run_id is null or feeds.live_run_id < runs.id)
    )
    select (select count(*) from workers where beat_at > now() - make_interval(secs => ${SILENT_AFTER_S})) as workers,
      extracts_waiting, extracts_running, coalesce(extract(epoch from now() - extract_at), 0)::float8 as extracts_oldest_s,
      runs_waiting, runs_running, coalesce(extract(epoch from now() - run_at), 0)::float8 as runs_oldest_s,
      feeds_held, deliveries_due, coalesce(extract(epoch from ${at}::timestamptz - due_at), 0)::float8 as deliveries_oldest_s
    from work_by_kind, due, held`;
}
