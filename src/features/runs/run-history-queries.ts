import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunHead } from "./run-shapes.ts";

interface Page {
  /** Null: of all feeds. */
  readonly feedId: FeedId | null;
  readonly limit: number;
  readonly offset: number;
}

/** A run with the version it read and the run before it. */
export interface HistoryRow extends RunHead {
  readonly feed_name: string;
  /** The live run that its counts compare with. */
  readonly against: number | null;
  /** Null where the version is no longer kept. */
  readonly version_summary: string | null;
  readonly version_created_by: object | null;
  /** The version that the feed's run before this one read; null for its first. */
  readonly version_before: number | null;
}

/** The columns of a run but those that are large in a feed with many rules. */
const runHead = sql.raw(
  [
    ...["id", "shop_id", "feed_id", "extract_id", "for_extract_id", "trigger", "status", "publication", "attempt", "beat_at", "claimed_by"],
    ...[
      "definition_version",
      "output_prefix",
      "included_count",
      "excluded_count",
      "total_count",
      "added_count",
      "removed_count",
      "changed_count",
    ],
    ...[
      "held_reasons",
      "test_results",
      "duration_ms",
      "error_code",
      "error_details",
      "started_at",
      "completed_at",
      "published_at",
      "expired_at",
      "progress",
      "stage",
    ],
    "created_at",
  ]
    .map((column) => `runs.${column}`)
    .join(", "),
);

/** A feed's live run, its newest, and the newest that is held and would replace the live one: of these, those there are. */
export async function listPresentRuns({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly PresentRun[]> {
  const { rows } = await sql<PresentRun>`
    select ${runHead}, coalesce(runs.id = feeds.live_run_id, false) as is_live, runs.id = newest.id as is_newest, coalesce(runs.id = held.id, false) as is_held
    from feeds
    left join lateral (select id from runs where runs.feed_id = feeds.id order by id desc limit 1) newest on true
    left join lateral (
      select id from runs where runs.feed_id = feeds.id and runs.publication = 'held' and runs.expired_at is null
        and runs.id > coalesce(feeds.live_run_id, 0) order by id desc limit 1
    ) held on true
    join runs on runs.shop_id = feeds.shop_id and runs.id in (feeds.live_run_id, newest.id, held.id)
    where feeds.shop_id = ${shopId} and feeds.id = ${feedId}`.execute(db);
  return rows;
}

export interface PresentRun extends RunHead {
  readonly is_live: boolean;
  readonly is_newest: boolean;
  readonly is_held: boolean;
}

/** Newest first. The index is by feed, so each feed gives its newest and the page is taken of them together. */
export async function listRunHistory(
  { db, shopId }: ShopDb,
  { feedId, limit, offset }: Page,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> {
  const wanted = sql`feeds.shop_id = ${shopId} and (${feedId}::bigint is null or feeds.id = ${feedId})`;
  const { rows } = await sql<HistoryRow>`
    with page as materialized (
      select newest.id, feeds.display_name from feeds, lateral (
        select id from runs where runs.feed_id = feeds.id and runs.shop_id = ${shopId} order by id desc limit ${limit + offset}
      ) newest
      where ${wanted} order by newest.id desc limit ${limit} offset ${offset}
    )
    select ${runHead}, page.display_name as feed_name, (runs.output ->> 'against')::bigint as against,
      versions.summary as version_summary, versions.created_by as version_created_by, before.definition_version as version_before
    from page join runs on runs.id = page.id
    left join feed_versions versions
      on versions.feed_id = runs.feed_id and versions.version = runs.definition_version and versions.shop_id = runs.shop_id
    left join lateral (
      select earlier.definition_version from runs earlier where earlier.feed_id = runs.feed_id and earlier.id < runs.id order by earlier.id desc limit 1
    ) before on true
    order by runs.id desc`.execute(db);
  const counted = await sql<{ readonly total: number }>`
    select count(*)::int as total from feeds join runs on runs.feed_id = feeds.id where ${wanted}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Entries of the log that are looked through for who started a run: it has no index for that, and what is older is not known. */
const ENTRIES_MAX = 5_000;

/** What was asked for, by the id that the answer named: `run_12` or `ext_7`. */
export async function listStarters(
  { db, shopId }: ShopDb,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly actor: object }[]> {
  const { rows } = await sql<{ readonly id: string; readonly actor: object }>`
    select facts -> 'answer' -> 'data' ->> 'id' as id, actor from (
      select action, facts, actor from audit_log where shop_id = ${shopId} order by id desc limit ${ENTRIES_MAX}
    ) newest
    where action in ('feed.regenerated', 'extract.requested') and facts -> 'answer' -> 'data' ->> 'id' = any (${[...ids]}::text[])`.execute(
    db,
  );
  return rows;
}
