import { type Selectable, sql } from "kysely";
import type { Retention } from "../../kernel/retention.ts";
import type { ExtractId, FeedId, RunId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { currentTraceparent } from "../../platform/telemetry/telemetry-port.ts";
import type { HeldReason, RunOutput, RunTrigger } from "./run.ts";

export type RunRow = Selectable<Database["runs"]>;

export interface RunCounts {
  readonly included: number;
  readonly excluded: number;
  readonly total: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

export async function insertRun(
  { db, shopId }: ShopDb,
  run: {
    readonly feedId: FeedId;
    readonly extractId: ExtractId;
    readonly forExtractId: ExtractId | null;
    readonly trigger: RunTrigger;
    readonly definitionVersion: number;
  },
): Promise<RunRow> {
  return db
    .insertInto("runs")
    .values({
      shop_id: shopId,
      feed_id: run.feedId,
      extract_id: run.extractId,
      for_extract_id: run.forExtractId,
      trigger: run.trigger,
      definition_version: run.definitionVersion,
      held_reasons: "[]",
      traceparent: currentTraceparent(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findRunningRun({ db, shopId }: ShopDb, feedId: FeedId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("status", "=", "running")
    .executeTakeFirst();
}

export async function findRun({ db, shopId }: ShopDb, feedId: FeedId, id: RunId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findLatestRun({ db, shopId }: ShopDb, feedId: FeedId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function findLiveRun({ db, shopId }: ShopDb, feedId: FeedId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .innerJoin("feeds", "feeds.live_run_id", "runs.id")
    .selectAll("runs")
    .where("runs.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .executeTakeFirst();
}

/** Newest first. */
export async function listRuns({ db, shopId }: ShopDb, feedId: FeedId, page: { readonly limit: number; readonly offset: number }) {
  const of = db.selectFrom("runs").where("shop_id", "=", shopId).where("feed_id", "=", feedId);
  const [rows, counted] = await Promise.all([
    of.selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute(),
    of.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

/** The run with the greatest id below this one that still has its rows: what a difference is told against. */
export async function findRunBefore({ db, shopId }: ShopDb, feedId: FeedId, id: RunId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "<", id)
    .where("status", "=", "completed")
    .where("expired_at", "is", null)
    .where("output_prefix", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Notes which version of the feed this attempt reads; `undefined`: the claim is another's now, or the run has ended. */
export async function beginAttempt(
  { db, shopId }: ShopDb,
  run: { readonly id: RunId; readonly attempt: number; readonly definitionVersion: number },
): Promise<RunRow | undefined> {
  return db
    .updateTable("runs")
    .set({ definition_version: run.definitionVersion })
    .where("shop_id", "=", shopId)
    .where("id", "=", run.id)
    .where("attempt", "=", run.attempt)
    .where("status", "=", "running")
    .returningAll()
    .executeTakeFirst();
}

/** Writes the end of a run, if this attempt is still the one that counts. */
export async function completeRun(
  { db, shopId }: ShopDb,
  run: {
    readonly id: RunId;
    readonly attempt: number;
    readonly prefix: string;
    readonly output: RunOutput;
    readonly counts: RunCounts;
    readonly held: readonly HeldReason[];
    readonly definition: object;
    readonly lineage?: object | null;
    readonly unmatched?: readonly object[];
  },
): Promise<RunRow | undefined> {
  const { counts } = run;
  return db
    .updateTable("runs")
    .set({
      status: "completed",
      publication: run.held.length > 0 ? "held" : "superseded",
      output_prefix: run.prefix,
      output: JSON.stringify(run.output),
      definition: JSON.stringify(run.definition),
      lineage: run.lineage ? JSON.stringify(run.lineage) : null,
      unmatched_keys: JSON.stringify(run.unmatched ?? []),
      included_count: counts.included,
      excluded_count: counts.excluded,
      total_count: counts.total,
      added_count: counts.added,
      removed_count: counts.removed,
      changed_count: counts.changed,
      held_reasons: JSON.stringify(run.held),
      completed_at: sql`now()`,
      duration_ms: sql`(extract(epoch from now() - started_at) * 1000)::bigint`,
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", run.id)
    .where("attempt", "=", run.attempt)
    .where("status", "=", "running")
    .returningAll()
    .executeTakeFirst();
}

export async function failRun(
  { db, shopId }: ShopDb,
  run: { readonly id: RunId; readonly attempt: number | null; readonly code: string; readonly details: string },
): Promise<RunRow | undefined> {
  const update = db
    .updateTable("runs")
    .set({
      status: "failed",
      error_code: run.code,
      error_details: run.details,
      completed_at: sql`now()`,
      duration_ms: sql`(extract(epoch from now() - coalesce(started_at, now())) * 1000)::bigint`,
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", run.id)
    .where("status", "=", "running");
  return (run.attempt === null ? update : update.where("attempt", "=", run.attempt)).returningAll().executeTakeFirst();
}

/**
 * Makes a run the live one, in one statement with the run it replaces. Automatic publishing only goes forward: a run older
 * than the live one does not replace it. Answers whether it happened.
 */
export async function publishRun(
  { db, shopId }: ShopDb,
  run: { readonly id: RunId; readonly feedId: FeedId; readonly onlyForward: boolean },
): Promise<boolean> {
  const moved = await sql<{ readonly id: number }>`
    with moved as (
      update feeds set live_run_id = ${run.id}, updated_at = now()
      where id = ${run.feedId} and shop_id = ${shopId} and (not ${run.onlyForward} or live_run_id is null or live_run_id < ${run.id})
        and exists (select 1 from runs where runs.id = ${run.id} and runs.feed_id = feeds.id and runs.shop_id = feeds.shop_id
          and runs.publication <> 'discarded')
      returning id
    ), replaced as (
      update runs set publication = 'superseded'
      where feed_id = ${run.feedId} and id <> ${run.id} and exists (select 1 from moved)
        and (publication = 'live' or (publication = 'held' and id < ${run.id}))
    )
    update runs set publication = 'live', published_at = now() where id = ${run.id} and shop_id = ${shopId} and exists (select 1 from moved) returning id`.execute(
    db,
  );
  return moved.rows.length > 0;
}

/** Asks for one more run at the end of the one that is running. */
export async function requestRerun({ db, shopId }: ShopDb, feedId: FeedId, wanted: boolean): Promise<boolean> {
  const changed = await db
    .updateTable("feeds")
    .set({ rerun_requested: wanted })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .where("rerun_requested", "=", !wanted)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether the extract came by the schedule; else somebody asked for it. */
export async function isScheduled({ db, shopId }: ShopDb, extractId: ExtractId): Promise<boolean> {
  const found = await db
    .selectFrom("extracts")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("id", "=", extractId)
    .where("scheduled_for", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Runs whose files retention may remove: not live, not what was live before, not among the last ones, not the last of its day within some days. */
export async function listExpiredRuns(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  { runCount, runDays }: Pick<Retention, "runCount" | "runDays">,
): Promise<readonly { readonly id: number; readonly output_prefix: string | null }[]> {
  const found = await sql<{ readonly id: number; readonly output_prefix: string | null }>`
    with kept as (
      select id, publication, (completed_at at time zone 'UTC')::date as day, output_prefix,
        row_number() over (partition by trigger = 'delta' order by id desc) as recent, trigger,
        row_number() over (partition by (completed_at at time zone 'UTC')::date order by id desc) as of_day,
        row_number() over (partition by publication order by id desc) as of_publication
      from runs where shop_id = ${shopId} and feed_id = ${feedId} and status = 'completed' and expired_at is null
    )
    select kept.id, kept.output_prefix from kept join feeds on feeds.id = ${feedId}
    where kept.id is distinct from feeds.live_run_id and kept.publication <> 'held'
      and not (kept.publication = 'superseded' and kept.of_publication = 1)
      and not (kept.trigger <> 'delta' and kept.recent <= ${runCount})
      and not (kept.of_day = 1 and kept.day > (now() at time zone 'UTC')::date - ${runDays}::integer)
    order by kept.id limit 100`.execute(db);
  return found.rows;
}

/** `false`: it was published since it was listed. The caller holds the feed's lock, as whoever publishes does. */
export async function markExpired({ db, shopId }: ShopDb, id: number): Promise<boolean> {
  const marked = await db
    .updateTable("runs")
    .set({ expired_at: sql`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("publication", "not in", ["live", "held"])
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Ends the run a cancelled regenerate is; its worker notices at the next beat. */
export async function cancelRunOf({ db, shopId }: ShopDb, extractId: ExtractId): Promise<void> {
  await db
    .updateTable("runs")
    .set({
      status: "failed",
      error_code: "cancelled",
      error_details: "The extract this run belongs to was cancelled.",
      completed_at: sql`now()`,
    })
    .where("shop_id", "=", shopId)
    .where("for_extract_id", "=", extractId)
    .where("status", "=", "running")
    .execute();
}

/** What the run remembers of the request or the work that asked for it. */
export async function runTraceparent({ db, shopId }: ShopDb, id: RunId): Promise<string | null | undefined> {
  const row = await db.selectFrom("runs").select("traceparent").where("shop_id", "=", shopId).where("id", "=", id).executeTakeFirst();
  return row?.traceparent;
}
