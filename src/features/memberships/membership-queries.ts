import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** A feed with the run that is served, and a newer one that is held. */
export interface FeedRuns {
  readonly id: number;
  readonly name: string;
  readonly feed_type: "primary" | "language" | "market";
  readonly active: boolean;
  readonly definition_version: number;
  readonly live_id: number | null;
  readonly live_prefix: string | null;
  readonly live_version: number | null;
  readonly live_extract: number | null;
  readonly held_id: number | null;
  readonly held_prefix: string | null;
  readonly held_reasons: readonly object[] | null;
}

/** The primary feed first, then in the order they were made; inactive ones too. */
export async function listFeedRuns({ db, shopId }: ShopDb): Promise<readonly FeedRuns[]> {
  const { rows } = await sql<FeedRuns>`
    select feeds.id, feeds.display_name as name, feeds.feed_type, feeds.active, feeds.definition_version,
      live.id as live_id, live.output_prefix as live_prefix, live.definition_version as live_version, live.extract_id as live_extract,
      held.id as held_id, held.output_prefix as held_prefix, held.held_reasons
    from feeds left join runs live on live.id = feeds.live_run_id and live.shop_id = feeds.shop_id
    left join lateral (
      select id, output_prefix, held_reasons from runs
      where runs.feed_id = feeds.id and runs.publication = 'held' and runs.expired_at is null and runs.output_prefix is not null
        and runs.id > coalesce(feeds.live_run_id, 0)
      order by id desc limit 1
    ) held on true
    where feeds.shop_id = ${shopId} order by feeds.id`.execute(db);
  return rows;
}

/** A finding of a live run that isn't muted as a whole. */
export interface LiveFinding {
  readonly run_id: number;
  readonly feed_id: number;
  readonly prefix: string;
  readonly channel: string;
  readonly nth: number;
  readonly code: string;
  readonly field: string | null;
  readonly severity: "error" | "warning" | "info";
  /** Rows of it that are muted one by one. */
  readonly muted_rows: readonly number[];
}

/**
 * What the live runs of active feeds have found about rows; `rowIds`: only what may be about one of these. A finding with very many rows keeps
 * no row ids, so it may be about any.
 */
export async function listLiveFindings(
  { db, shopId }: ShopDb,
  { severities, rowIds }: { readonly severities: readonly LiveFinding["severity"][]; readonly rowIds: readonly number[] | null },
): Promise<readonly LiveFinding[]> {
  const { rows } = await sql<LiveFinding>`
    select findings.run_id, feeds.id as feed_id, runs.output_prefix as prefix, findings.channel, findings.nth, findings.code, findings.field,
      findings.severity, array(
        select row_id from finding_mutes muted where muted.feed_id = feeds.id and muted.channel = findings.channel and muted.code = findings.code
          and (muted.field is null or muted.field = findings.field) and muted.row_id is not null
      ) as muted_rows
    from feeds join runs on runs.id = feeds.live_run_id join findings on findings.run_id = runs.id
    where feeds.shop_id = ${shopId} and findings.shop_id = ${shopId} and feeds.active and findings.severity = any (${[...severities]}::text[])
      and (findings.row_ids is null or cardinality(findings.row_ids) > 0)
      and (${rowIds === null} or findings.row_ids is null or findings.row_ids && ${rowIds === null ? [] : [...rowIds]}::bigint[])
      and not exists (
        select from finding_mutes muted where muted.feed_id = feeds.id and muted.channel = findings.channel and muted.code = findings.code
          and (muted.field is null or muted.field = findings.field) and muted.row_id is null
      )
    order by feeds.id, findings.channel, findings.nth`.execute(db);
  return rows;
}

/** Rules that may leave out rows are few; past this many of a shop nobody is told which one did. */
const RULES_MAX = 2_000;

/** Active rules of these types, in the order in which each feed's run. */
export async function listRulesOfTypes(
  { db, shopId }: ShopDb,
  feedIds: readonly number[],
  types: readonly string[],
): Promise<readonly { readonly id: number; readonly feed_id: number; readonly definition: Readonly<Record<string, unknown>> }[]> {
  return db
    .selectFrom("rules")
    .select(["id", "feed_id", "definition"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "in", [...feedIds])
    .where("rule_type", "in", [...types])
    .where("active", "=", true)
    .orderBy("feed_id")
    .orderBy("position")
    .limit(RULES_MAX)
    .execute();
}
