import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Publication } from "./run.ts";

/** In which the shop's days begin. */
export async function findTimeZone({ db, shopId }: ShopDb): Promise<string> {
  const { time_zone: zone } = await db.selectFrom("shops").select("time_zone").where("id", "=", shopId).executeTakeFirstOrThrow();
  return zone;
}

export interface SeriesSpan {
  readonly feedId: FeedId;
  readonly from: Date;
  readonly to: Date;
}

/** A run that has ended, or a stretch of time; of one without a run everything but its beginning is null or 0. */
export interface SeriesRow {
  readonly at: Date;
  readonly run_id: number | null;
  readonly publication: Publication | null;
  readonly total_count: number | null;
  readonly included_count: number | null;
  readonly excluded_count: number | null;
  readonly error_count: number | null;
  readonly warning_count: number | null;
  readonly duration_ms: number | null;
  readonly run_count: number;
  readonly failed_count: number;
  /** The newest first. */
  readonly held: readonly number[];
}

/** Runs of a span that are marked as held, at most. */
const HELD_MAX = 5;

const counts = sql.raw("runs.id as run_id, runs.publication, runs.total_count, runs.included_count, runs.excluded_count");

/** Rows that findings of the chosen run affect; a row counts once for each finding. A run that no channel checked has none. */
const findings = sql`left join lateral (
      select (sum(affected_count) filter (where severity = 'error'))::int as errors,
        (sum(affected_count) filter (where severity = 'warning'))::int as warnings
      from findings where findings.run_id = runs.id and findings.shop_id = runs.shop_id
    ) found on true`;

/** Ended runs of a span, the oldest first. */
export async function listSeriesRuns(
  { db, shopId }: ShopDb,
  { feedId, from, to }: SeriesSpan,
  limit: number,
): Promise<readonly SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select runs.completed_at as at, ${counts}, found.errors as error_count, found.warnings as warning_count, runs.duration_ms,
      1 as run_count, (runs.status = 'failed')::int as failed_count,
      case when runs.held_reasons = '[]' then '[]'::json else json_build_array(runs.id) end as held
    from runs ${findings}
    where runs.feed_id = ${feedId} and runs.shop_id = ${shopId} and runs.status <> 'running'
      and runs.completed_at >= ${from} and runs.completed_at < ${to}
    order by runs.completed_at, runs.id limit ${limit}`.execute(db);
  return rows;
}

/** Hours or days of the shop's time zone, each with the last of its runs that went live. A day with a change of the clock is as long as it is. */
export async function listSeriesBuckets(
  { db, shopId }: ShopDb,
  { feedId, from, to }: SeriesSpan,
  bucket: "hour" | "day",
): Promise<readonly SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    with shop as (select time_zone from shops where id = ${shopId}),
    buckets as (
      ${bucket === "hour" ? hours({ from, to }) : days({ from, to })}
    ),
    ended as (
      select runs.id, runs.shop_id, runs.status, runs.completed_at, runs.duration_ms, runs.published_at, runs.held_reasons <> '[]' as was_held
      from runs where runs.feed_id = ${feedId} and runs.shop_id = ${shopId} and runs.status <> 'running'
        and runs.completed_at >= ${from} and runs.completed_at < ${to}
    ),
    summed as (
      select buckets.at, count(ended.id)::int as run_count, (count(*) filter (where ended.status = 'failed'))::int as failed_count,
        (avg(ended.duration_ms))::int as duration_ms, max(ended.id) filter (where ended.published_at is not null) as last_id,
        coalesce((array_agg(ended.id order by ended.id desc) filter (where ended.was_held))[1:${sql.lit(HELD_MAX)}], '{}') as held
      from buckets left join ended on ended.completed_at >= buckets.at and ended.completed_at < buckets.until group by buckets.at
    )
    select summed.at, ${counts}, found.errors as error_count, found.warnings as warning_count, summed.duration_ms,
      summed.run_count, summed.failed_count, to_json(summed.held) as held
    from summed left join runs on runs.id = summed.last_id and runs.shop_id = ${shopId} ${findings}
    order by summed.at`.execute(db);
  return rows;
}

type Times = Pick<SeriesSpan, "from" | "to">;

const hours = ({ from, to }: Times) => sql`
      select at, at + interval '1 hour' as until from shop,
        generate_series(date_trunc('hour', ${from}::timestamptz, time_zone), ${to}::timestamptz - interval '1 microsecond', interval '1 hour') as at`;

/** Made of local days, which are put on the line of time one by one. */
const days = ({ from, to }: Times) => sql`
      select day at time zone time_zone as at, (day + interval '1 day') at time zone time_zone as until from shop,
        generate_series(
          date_trunc('day', ${from}::timestamptz at time zone time_zone),
          (${to}::timestamptz - interval '1 microsecond') at time zone time_zone, interval '1 day') as day`;
