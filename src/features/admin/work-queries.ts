import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** A worker that has been silent for longer is taken for dead; the workers themselves decide by the same bound. */
export const SILENT_AFTER_S = 20;
/** What went wrong lately. */
const FAILURES_MAX = 20;

export interface WorkCounts {
  readonly kind: "extract" | "run" | "scope";
  readonly waiting: number;
  readonly running: number;
  readonly failed_last_day: number;
}

/** Rows of work are the queue; a scope has no row that waits, it is behind when it is of another version or snapshot than its feed. */
export async function countWork(db: Db): Promise<readonly WorkCounts[]> {
  const { rows } = await sql<WorkCounts>`
    select 'extract' as kind, count(*) filter (where status = 'pending') as waiting, count(*) filter (where status = 'running') as running,
      count(*) filter (where status = 'failed') as failed_last_day
    from extracts where status in ('pending', 'running') or failed_at > now() - interval '1 day'
    union all
    select 'run', count(*) filter (where status = 'running' and beat_at is null), count(*) filter (where status = 'running' and beat_at is not null),
      count(*) filter (where status = 'failed')
    from runs where status = 'running' or (status = 'failed' and created_at > now() - interval '1 day')
    union all
    select 'scope', (
        select count(*) from feeds join shops on shops.id = feeds.shop_id join plans on plans.code_name = shops.subscription_plan
        left join feed_scopes on feed_scopes.feed_id = feeds.id
        where feeds.active and shops.live_extract_id is not null and shops.uninstalled_at is null
          and (feed_scopes.definition_version, feed_scopes.extract_id, feed_scopes.allowance)
            is distinct from (feeds.definition_version, shops.live_extract_id, plans.skus_max)
      ), (select count(*) from scope_claims where beat_at is not null), (select count(*) from scope_claims where tries > 1 and beat_at is null)`.execute(
    db,
  );
  return rows;
}

export async function countWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly alive: number }>`
    select count(*) as alive from workers where beat_at > now() - make_interval(secs => ${SILENT_AFTER_S})`.execute(db);
  return rows[0]?.alive ?? 0;
}

export interface FailedWork {
  readonly kind: "extract" | "run";
  readonly id: number;
  readonly shop_id: number;
  readonly error_code: string | null;
  readonly error_details: string | null;
  readonly created_at: Date;
}

/** Newest first, those of one moment by number. A mirrored end is the run's, so a regenerate is told once. */
export async function listFailures(db: Db): Promise<readonly FailedWork[]> {
  const { rows } = await sql<FailedWork>`
    (select 'extract' as kind, id, shop_id, error_code, error_details, created_at from extracts
      where status = 'failed' and type <> 'regenerate' order by id desc limit ${FAILURES_MAX})
    union all
    (select 'run', id, shop_id, error_code, error_details, created_at from runs where status = 'failed' order by id desc limit ${FAILURES_MAX})
    order by created_at desc, kind, id desc limit ${FAILURES_MAX}`.execute(db);
  return rows;
}
