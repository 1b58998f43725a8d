import { type RawBuilder, sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

/**
 * A fixed number of statements, however many feeds there are. What asks about shops takes their ids as SQL: of one shop's handle the shop's own, for
 * an organization those it is connected to.
 */
export type OfShops = RawBuilder<unknown>;

/** Runs of a sparkline: about a month of a shop that extracts daily. */
const SPARKLINE_RUNS = 30;
/** More than any shop has. */
const FEEDS_MAX = 500;

type RunStage = "transforming" | "writing" | "publishing";

interface PastRun {
  readonly run_id: number;
  readonly completed_at: string;
  readonly included_count: number;
}

export interface OverviewFeedRow {
  readonly id: number;
  readonly shop_id: number;
  readonly feed_type: "primary" | "language" | "market";
  readonly display_name: string;
  readonly file_name: string;
  readonly feed_token: string;
  readonly created_at: Date;
  readonly live_id: number | null;
  readonly live_at: Date | null;
  readonly live_included: number | null;
  readonly live_excluded: number | null;
  readonly is_outdated: boolean | null;
  readonly last_id: number | null;
  readonly last_status: "running" | "completed" | "failed" | null;
  readonly last_error_code: string | null;
  readonly last_error_details: string | null;
  readonly last_completed_at: Date | null;
  readonly last_stage: RunStage | null;
  readonly last_progress: number | null;
  readonly held_id: number | null;
  readonly held_at: Date | null;
  readonly held_reasons: unknown;
  /** The newest first. */
  readonly past: readonly PastRun[];
}

/** Active feeds in the order they were made. Each look at a feed's runs is a few rows of the index that has them by feed. */
export async function listOverviewFeeds({ db, shopId }: ShopDb): Promise<readonly OverviewFeedRow[]> {
  return listFeedsOf(db, sql`${shopId}`, FEEDS_MAX);
}

/** The same of several shops, shop by shop. */
export async function listFeedsOf(db: Db, shops: OfShops, feedsMax: number): Promise<readonly OverviewFeedRow[]> {
  const { rows } = await sql<OverviewFeedRow>`
    select feeds.id, feeds.shop_id, feeds.feed_type, feeds.display_name, feeds.file_name, feeds.created_at, shops.feed_token,
      live.id as live_id, live.completed_at as live_at, live.included_count as live_included, live.excluded_count as live_excluded,
      (live.definition_version <> feeds.definition_version or live.extract_id is distinct from shops.live_extract_id) as is_outdated,
      last.id as last_id, last.status as last_status, last.error_code as last_error_code, last.error_details as last_error_details,
      last.completed_at as last_completed_at, last.stage as last_stage, last.progress as last_progress,
      held.id as held_id, held.completed_at as held_at, held.held_reasons, past.runs as past
    from feeds join shops on shops.id = feeds.shop_id
    left join runs live on live.id = feeds.live_run_id and live.shop_id = feeds.shop_id
    left join lateral (select * from runs where runs.feed_id = feeds.id order by runs.id desc limit 1) last on true
    left join lateral (
      select * from runs where runs.feed_id = feeds.id and runs.publication = 'held' and runs.expired_at is null
        and runs.id > coalesce(feeds.live_run_id, 0) order by runs.id desc limit 1
    ) held on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('run_id', id, 'completed_at', completed_at, 'included_count', included_count)), '[]') as runs from (
        select id, completed_at, included_count from runs
        where runs.feed_id = feeds.id and runs.status = 'completed' order by runs.id desc limit ${SPARKLINE_RUNS}
      ) newest
    ) past
    where feeds.shop_id in (${shops}) and feeds.active order by feeds.shop_id, feeds.id limit ${feedsMax}`.execute(db);
  return rows;
}

export interface DisabledWebhook {
  readonly id: number;
  readonly shop_id: number;
  readonly disabled_at: Date;
  readonly disabled_reason: string | null;
}

/** Those of an organization are left out for another one; null: for the merchant, none are. */
export async function listDisabledWebhooks({ db, shopId }: ShopDb, organizationId: number | null): Promise<readonly DisabledWebhook[]> {
  return listDisabledWebhooksOf(db, sql`${shopId}`, organizationId);
}

export async function listDisabledWebhooksOf(db: Db, shops: OfShops, organizationId: number | null): Promise<readonly DisabledWebhook[]> {
  const { rows } = await sql<DisabledWebhook>`
    select id, shop_id, disabled_at, disabled_reason from webhooks
    where shop_id in (${shops}) and status = 'disabled'
      and (${organizationId}::bigint is null or coalesce(organization_id, ${organizationId}) = ${organizationId})
    order by id`.execute(db);
  return rows;
}
