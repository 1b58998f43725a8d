import { type Selectable, sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { claimInTurn } from "../turns/index.ts";

export type SyncRow = Selectable<Database["sync_logs"]>;

interface OfChannel {
  readonly feedId: FeedId;
  readonly channel: string;
}

const syncsOf = ({ db, shopId }: ShopDb, { feedId, channel }: OfChannel) =>
  db.selectFrom("sync_logs").where("shop_id", "=", shopId).where("feed_id", "=", feedId).where("channel", "=", channel);

/** Newest first. */
export async function listSyncs(shop: ShopDb, of: OfChannel, page: { readonly limit: number; readonly offset: number }) {
  const [rows, counted] = await Promise.all([
    syncsOf(shop, of).selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute(),
    syncsOf(shop, of)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

export async function findPending(shop: ShopDb, of: OfChannel): Promise<SyncRow | undefined> {
  return syncsOf(shop, of).selectAll().where("status", "=", "pending").executeTakeFirst();
}

/** Undefined where one is pending. A feed of another shop is left alone. */
export async function insertSync(
  { db, shopId }: ShopDb,
  { feedId, channel }: OfChannel,
  mode: SyncRow["mode"],
): Promise<SyncRow | undefined> {
  const { rows } = await sql<SyncRow>`
    insert into sync_logs (shop_id, feed_id, channel, mode, status)
    select shop_id, id, ${channel}, ${mode}, 'pending' from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id, channel) where status = 'pending' do nothing returning *`.execute(db);
  return rows[0];
}

export interface PublishedChannels {
  readonly feedId: FeedId;
  /** That the published run has files for. */
  readonly channels: readonly string[];
  /** Channels whose platforms are sent rows. */
  readonly pushing: readonly string[];
}

/**
 * One sync for each channel of the feed whose platform is connected, and reads the feed or is sent its rows. Where one is under way it starts again
 * when it is over; where one still waits it sees what is live when it starts.
 */
export async function insertSyncsAfterPublish({ db, shopId }: ShopDb, { feedId, channels, pushing }: PublishedChannels): Promise<void> {
  await sql`
    insert into sync_logs as s (shop_id, feed_id, channel, mode, status)
    select distinct d.shop_id, d.feed_id, d.channel, 'fetch', 'pending'
    from datafeeds d join channel_connections c on c.shop_id = d.shop_id and c.channel = d.channel
    where d.shop_id = ${shopId} and d.feed_id = ${feedId} and d.channel = any(${channels}::text[]) and d.status <> 'removing'
      and d.remote_id is not null and c.status in ('connected', 'error')
    union all
    select f.shop_id, f.id, c.channel, 'push', 'pending' from feeds f join channel_connections c on c.shop_id = f.shop_id
    where f.shop_id = ${shopId} and f.id = ${feedId} and c.channel = any(${channels}::text[]) and c.channel = any(${pushing}::text[])
      and c.account is not null and c.status in ('connected', 'error')
    on conflict (feed_id, channel) where status = 'pending' do update set again = s.started_at is not null`.execute(db);
}

/** Takes a sync that is due and that no worker has. */
export async function claimSync(db: Db, leaseSeconds: number): Promise<SyncRow | undefined> {
  return claimInTurn(
    db,
    { table: "sync_logs", owner: "shop_id", where: sql`and status = 'pending'`, ofOwnerMax: OF_SHOP_MAX },
    (id) => sql<SyncRow>`
      update sync_logs set leased_until = now() + make_interval(secs => ${leaseSeconds}), started_at = coalesce(started_at, now()),
        attempts = attempts + 1, failures = failures + 1
      where id = ${id} returning *`,
  );
}

/** Of a shop at a time, over all processes. */
const OF_SHOP_MAX = 4;

/** Gives a claim back whose worker stops, which counts as no failure; another one goes on at once. */
export async function releaseSync(shop: ShopDb, claimed: Pick<SyncRow, "id" | "attempts">): Promise<void> {
  await attempt(shop, claimed)
    .set({ leased_until: null, failures: sql<number>`greatest(failures - 1, 0)` })
    .execute();
}

/**
 * Pushes that nothing was published for: rows that are due to be sent once more, an account that was chosen since the last publish, and rows of
 * feeds that are no longer sent to the channel. Answers how many.
 */
export async function insertDuePushes(db: Db, pushing: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into sync_logs as s (shop_id, feed_id, channel, mode, status)
    select f.shop_id, f.id, c.channel, 'push', 'pending'
    from channel_connections c join shops on shops.id = c.shop_id join feeds f on f.shop_id = c.shop_id
    left join feed_channels a on a.feed_id = f.id and a.channel = c.channel
    left join runs on runs.id = f.live_run_id
    where c.channel = any(${pushing}::text[]) and c.account is not null and c.status in ('connected', 'error') and shops.uninstalled_at is null
      and case when a.channel is null or not f.active
        then exists (select 1 from channel_pushes p where p.feed_id = f.id and p.channel = c.channel)
        else runs.output -> 'channels' ? c.channel and not exists (
          select 1 from channel_pushes p where p.feed_id = f.id and p.channel = c.channel and p.account -> 'id' = c.account -> 'id' and p.due_at > now())
        end
      and not exists (
        select 1 from sync_logs l where l.feed_id = f.id and l.channel = c.channel and l.status = 'failed' and l.completed_at > now() - interval '1 hour')
    on conflict (feed_id, channel) where status = 'pending' do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function syncsWait(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`
    select exists (select 1 from sync_logs where status = 'pending' and work_due_at <= now() and (leased_until is null or leased_until < now())) as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}

const attempt = ({ db, shopId }: ShopDb, { id, attempts }: Pick<SyncRow, "id" | "attempts">) =>
  db
    .updateTable("sync_logs")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("status", "=", "pending");

/** A heartbeat; false: another attempt has it. */
export async function keepSync(shop: ShopDb, claimed: Pick<SyncRow, "id" | "attempts">, leaseSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await attempt(shop, claimed)
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface SyncEnd {
  readonly status: "success" | "failed";
  readonly rowsSent: number | null;
  readonly errorsCount: number;
  readonly errorDetails: string | null;
}

/** Ends the attempt's sync; undefined where it isn't this attempt's any more. */
export async function endSync(shop: ShopDb, claimed: Pick<SyncRow, "id" | "attempts">, end: SyncEnd): Promise<SyncRow | undefined> {
  return attempt(shop, claimed)
    .set({
      ...{ status: end.status, rows_sent: end.rowsSent, errors_count: end.errorsCount, error_details: end.errorDetails },
      ...{ completed_at: sql<Date>`now()`, leased_until: null },
    })
    .returningAll()
    .executeTakeFirst();
}

/** Lets the sync be tried again later. */
export async function putOffSync(shop: ShopDb, claimed: Pick<SyncRow, "id" | "attempts">, seconds: number): Promise<void> {
  await attempt(shop, claimed)
    .set({ work_due_at: sql<Date>`now() + make_interval(secs => ${seconds})`, leased_until: null })
    .execute();
}

/** When the shop's channel was last synced, for people to see. */
export async function noteSynced({ db, shopId }: ShopDb, channel: string): Promise<void> {
  await db
    .updateTable("channel_connections")
    .set({ last_synced_at: sql<Date>`now()` })
    .where("shop_id", "=", shopId)
    .where("channel", "=", channel)
    .execute();
}

/** Rows in the channel's live file; null: there is none. */
export async function findLiveRows({ db, shopId }: ShopDb, { feedId, channel }: OfChannel): Promise<number | null> {
  const row = await db
    .selectFrom("feeds")
    .innerJoin("runs", "runs.id", "feeds.live_run_id")
    .select(sql<number | null>`(runs.output -> 'channels' -> ${channel}::text ->> 'rows')::int`.as("rows"))
    .where("feeds.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .executeTakeFirst();
  return row?.rows ?? null;
}
