import { type RawBuilder, type Selectable, sql } from "kysely";
import type { FeedId, RunId } from "../../kernel/ids.ts";
import type { Database, Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FoundFinding } from "./check-channel.ts";

export type FindingRow = Selectable<Database["findings"]>;

interface ChannelFindings {
  readonly runId: RunId;
  readonly channel: string;
  readonly found: readonly FoundFinding[];
}

/** Keeps what a run's checks have found, in the transaction that ends the run. They go with the run. */
export async function storeFindings({ db, shopId }: ShopDb, { runId, channel, found }: ChannelFindings): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({ check, nth, affected, samples, rowIds }) => ({
    ...{ shop_id: shopId, run_id: runId, channel, nth },
    ...{ code: check.code, field: check.field, category: check.category, severity: check.severity },
    ...{ message: check.message, what_to_do: check.whatToDo, affected_count: affected },
    row_ids: rowIds === null ? null : [...rowIds],
    samples: JSON.stringify(samples),
    suggested_rule: check.rule === undefined ? null : JSON.stringify(check.rule),
    source: check.source === null ? null : JSON.stringify(check.source),
  }));
  await db.insertInto("findings").values(rows).execute();
}

export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly muted: number;
}

/** Findings of a channel in the feed's live run that aren't muted, by severity, and how many are. */
export async function findingCounts({ db, shopId }: ShopDb, feedId: FeedId, channel: string): Promise<FindingCounts> {
  const { rows } = await sql<FindingCounts>`
    select (count(*) filter (where not muted and severity = 'error'))::int as errors,
      (count(*) filter (where not muted and severity = 'warning'))::int as warnings,
      (count(*) filter (where muted))::int as muted
    from (
      select findings.severity, ${isMuted} as muted
      from findings join feeds on feeds.live_run_id = findings.run_id
      where findings.shop_id = ${shopId} and feeds.id = ${feedId} and feeds.shop_id = ${shopId} and findings.channel = ${channel}
    ) judged`.execute(db);
  return rows[0] ?? { errors: 0, warnings: 0, muted: 0 };
}

/**
 * Of `findings` joined with `feeds`: whether a mute covers the finding, or mutes of rows cover every row of it. A finding with more rows
 * than a feed may have mutes keeps no row ids, so only the first can be.
 */
const isMuted = sql<boolean>`(
  exists (
    select from finding_mutes where feed_id = feeds.id and channel = findings.channel and code = findings.code
      and (field is null or field = findings.field) and row_id is null
  ) or (
    coalesce(cardinality(findings.row_ids), 0) > 0 and not exists (
      select from unnest(findings.row_ids) as affected (row_id) where affected.row_id not in (
        select row_id from finding_mutes where feed_id = feeds.id and channel = findings.channel and code = findings.code
          and (field is null or field = findings.field) and row_id is not null
      )
    )
  )
)`;

/** The rows of such a finding that no mute of a single row covers. Of a finding that keeps no row ids it's all of them. */
const openRows = sql<number>`(
  findings.affected_count - (
    select count(*) from unnest(findings.row_ids) as affected (row_id) where affected.row_id in (
      select row_id from finding_mutes where feed_id = feeds.id and channel = findings.channel and code = findings.code
        and (field is null or field = findings.field) and row_id is not null
    )
  )
)::int`;

/** A finding of a feed's live run without its rows. */
export type FindingHead = Pick<FindingRow, "channel" | "code" | "field" | "severity" | "message" | "what_to_do" | "suggested_rule"> & {
  readonly is_muted: boolean;
  /** Rows that aren't muted. */
  readonly affected_count: number;
};

/** Everything that the feed's live run has found, by channel, errors first, then by how many rows they affect. */
export async function listFindingHeads({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly FindingHead[]> {
  return db
    .selectFrom("findings")
    .innerJoin("feeds", "feeds.live_run_id", "findings.run_id")
    .select(["findings.channel", "code", "field", "severity", "message", "what_to_do", "suggested_rule"])
    .select([isMuted.as("is_muted"), openRows.as("affected_count")])
    .where("findings.shop_id", "=", shopId)
    .where("feeds.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .orderBy("findings.channel")
    .orderBy(sql`array_position(array['error', 'warning', 'info'], findings.severity)`)
    .orderBy(sql`affected_count`, "desc")
    .orderBy("nth")
    .execute();
}

/** What the live runs of all active feeds have found that isn't muted, by feed and channel. */
export async function countLiveFindings({ db, shopId }: ShopDb) {
  return countFindingsOf(db, sql`${shopId}`);
}

/** The same of several shops; their ids come as SQL, those an organization is connected to. */
export async function countFindingsOf(db: Db, shops: RawBuilder<unknown>) {
  return db
    .selectFrom("findings")
    .innerJoin("feeds", "feeds.live_run_id", "findings.run_id")
    .select(["feeds.id as feed_id", "feeds.shop_id", "findings.channel"])
    .select(sql<number>`(count(*) filter (where severity = 'error'))::int`.as("errors"))
    .select(sql<number>`(count(*) filter (where severity = 'warning'))::int`.as("warnings"))
    .where(sql<boolean>`findings.shop_id in (${shops})`)
    .whereRef("feeds.shop_id", "=", "findings.shop_id")
    .where("feeds.active", "=", true)
    .where(sql<boolean>`not ${isMuted}`)
    .groupBy(["feeds.id", "findings.channel"])
    .orderBy("feeds.id")
    .orderBy("findings.channel")
    .execute();
}

/** The same finding in many feeds, and what would clear it. */
export interface SharedFinding {
  readonly channel: string;
  readonly code: string;
  readonly field: string | null;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly what_to_do: string;
  readonly suggested_rule: Readonly<Record<string, unknown>> | null;
  readonly feeds: readonly { readonly shop_id: number; readonly feed_id: number; readonly affected: number }[];
  readonly affected: number;
}

/** What the live runs of several shops have found that isn't muted, errors first, then by how many shops have it. */
export async function listSharedFindings(db: Db, shops: RawBuilder<unknown>, findingsMax: number): Promise<readonly SharedFinding[]> {
  const { rows } = await sql<SharedFinding>`
    select findings.channel, findings.code, findings.field, findings.severity, min(findings.message) as message,
      min(findings.what_to_do) as what_to_do, findings.suggested_rule, sum(${openRows})::bigint as affected,
      json_agg(json_build_object('shop_id', feeds.shop_id, 'feed_id', feeds.id, 'affected', ${openRows}) order by feeds.id) as feeds
    from findings join feeds on feeds.live_run_id = findings.run_id and feeds.shop_id = findings.shop_id
    where findings.shop_id in (${shops}) and feeds.active and not ${isMuted}
    group by findings.channel, findings.code, findings.field, findings.severity, findings.suggested_rule
    order by array_position(array['error', 'warning', 'info'], findings.severity), count(distinct feeds.shop_id) desc, affected desc,
      findings.channel, findings.code, findings.field nulls first
    limit ${findingsMax}`.execute(db);
  return rows;
}

interface OfRun {
  readonly feedId: FeedId;
  readonly runId: RunId;
  readonly channel: string;
}

/** Everything a run has found for a channel, with whether it's muted. */
export async function listFindingRows({ db, shopId }: ShopDb, { feedId, runId, channel }: OfRun) {
  const found = await db
    .selectFrom("findings")
    .innerJoin("runs", "runs.id", "findings.run_id")
    .innerJoin("feeds", "feeds.id", "runs.feed_id")
    .selectAll("findings")
    .select(isMuted.as("is_muted"))
    .where("findings.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .where("findings.run_id", "=", runId)
    .where("findings.channel", "=", channel)
    .execute();
  return found.map(({ is_muted, ...row }): { readonly row: FindingRow; readonly is_muted: boolean } => ({ row, is_muted }));
}
