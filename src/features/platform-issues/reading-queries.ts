import { type Selectable, sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { claimInTurn } from "../turns/index.ts";

export type ReadingRow = Selectable<Database["item_readings"]>;

interface OfChannel {
  readonly feedId: FeedId;
  readonly channel: string;
}

/** A reading is leased for this long; heartbeats renew it. */
export const LEASE_SECONDS = 30;
/** Platforms show what they made of a file some time after they read it. */
const AFTER_SYNC = "30 minutes";

export async function findReading({ db, shopId }: ShopDb, { feedId, channel }: OfChannel): Promise<ReadingRow | undefined> {
  return db
    .selectFrom("item_readings")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("channel", "=", channel)
    .executeTakeFirst();
}

export type ItemReading = Pick<ReadingRow, "channel" | "counts" | "fetched_at">;

/** How many items of each status the feed's platforms have, in the accounts that are chosen now. */
export async function listItemCounts({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly ItemReading[]> {
  return db
    .selectFrom("item_readings as r")
    .innerJoin("channel_connections as c", (join) => join.onRef("c.shop_id", "=", "r.shop_id").onRef("c.channel", "=", "r.channel"))
    .select(["r.channel", "r.counts", "r.fetched_at"])
    .where("r.shop_id", "=", shopId)
    .where("r.feed_id", "=", feedId)
    .where("r.object_key", "is not", null)
    .whereRef("r.account_id", "=", sql`c.account ->> 'id'`)
    .execute();
}

/** Makes a reading due now. Undefined: one is asked for or under way. A feed of another shop is left alone. */
export async function wantReading({ db, shopId }: ShopDb, { feedId, channel }: OfChannel): Promise<ReadingRow | undefined> {
  const { rows } = await sql<ReadingRow>`
    insert into item_readings as r (shop_id, feed_id, channel, is_wanted)
    select shop_id, id, ${channel}, true from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id, channel) do update set is_wanted = true, work_due_at = now(), failures = 0
    where not r.is_wanted and (r.leased_until is null or r.leased_until < now()) returning *`.execute(db);
  return rows[0];
}

const DUE = sql`work_due_at <= now() and (leased_until is null or leased_until < now())`;

/** Of a shop at a time, over all processes. */
const OF_SHOP_MAX = 2;

/** Takes a reading that is due and that no worker has. */
export async function claimReading(db: Db): Promise<ReadingRow | undefined> {
  return claimInTurn(
    db,
    { table: "item_readings", owner: "shop_id", ofOwnerMax: OF_SHOP_MAX },
    (id) => sql<ReadingRow>`
      update item_readings set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), claims = claims + 1, claimed_at = now()
      where id = ${id} returning *`,
  );
}

/** Gives a claim back whose worker stops, so that another one goes on at once. */
export async function releaseReading(shop: ShopDb, row: Pick<ReadingRow, "id" | "claims">): Promise<void> {
  await claimed(shop, row).set({ leased_until: null }).execute();
}

/** Cheap enough to be asked every second. */
export async function readingsWait(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`select exists (select 1 from item_readings where ${DUE}) as waits`.execute(db);
  return rows[0]?.waits === true;
}

/**
 * Every assignment to one of these channels whose account is chosen is read. One whose platform was synced since its last reading is read sooner.
 */
export async function planReadings(db: Db, channels: readonly string[]): Promise<void> {
  await sql`
    insert into item_readings (shop_id, feed_id, channel)
    select a.shop_id, a.feed_id, a.channel
    from feed_channels a join channel_connections c on c.shop_id = a.shop_id and c.channel = a.channel
    where a.channel = any(${[...channels]}::text[]) and c.account is not null and c.status in ('connected', 'error')
    on conflict (feed_id, channel) do nothing`.execute(db);
  await sql`
    update item_readings r set work_due_at = synced.at + interval '${sql.raw(AFTER_SYNC)}'
    from (
      select i.id, l.completed_at as at from item_readings i cross join lateral (
        select completed_at from sync_logs where feed_id = i.feed_id and channel = i.channel and status = 'success' order by id desc limit 1
      ) l
    ) synced
    where synced.id = r.id and synced.at + interval '${sql.raw(AFTER_SYNC)}' < r.work_due_at
      and synced.at + interval '${sql.raw(AFTER_SYNC)}' > r.claimed_at`.execute(db);
}

/** Readings of assignments and connections that are gone. */
export async function listEndedReadings(db: Db): Promise<readonly Pick<ReadingRow, "id" | "shop_id">[]> {
  const { rows } = await sql<Pick<ReadingRow, "id" | "shop_id">>`
    select id, shop_id from item_readings r
    where (leased_until is null or leased_until < now()) and (
      not exists (select 1 from feed_channels a where a.feed_id = r.feed_id and a.channel = r.channel)
      or not exists (select 1 from channel_connections c where c.shop_id = r.shop_id and c.channel = r.channel and c.status <> 'removing')
    ) limit 100`.execute(db);
  return rows;
}

export async function deleteReading({ db, shopId }: ShopDb, id: number): Promise<void> {
  await db.deleteFrom("item_readings").where("shop_id", "=", shopId).where("id", "=", id).execute();
}

const claimed = ({ db, shopId }: ShopDb, { id, claims }: Pick<ReadingRow, "id" | "claims">) =>
  db.updateTable("item_readings").where("shop_id", "=", shopId).where("id", "=", id).where("claims", "=", claims);

/** A heartbeat; false: another claim has it. */
export async function keepReading(shop: ShopDb, row: Pick<ReadingRow, "id" | "claims">): Promise<boolean> {
  const { numUpdatedRows } = await claimed(shop, row)
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface CompleteReading {
  readonly accountId: string;
  readonly objectKey: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly isCut: boolean;
  /** When it began: nothing later is known. */
  readonly fetchedAt: Date;
  readonly fileReadAt: Date | null;
  readonly judgedRunId: number | null;
}

const DAY_S = 86_400;

/** Replaces the last complete reading. False: another claim has it. */
export async function storeReading(shop: ShopDb, row: Pick<ReadingRow, "id" | "claims">, read: CompleteReading): Promise<boolean> {
  const { numUpdatedRows } = await claimed(shop, row)
    .set({
      ...{ account_id: read.accountId, object_key: read.objectKey, counts: JSON.stringify(read.counts), is_cut: read.isCut },
      ...{ fetched_at: read.fetchedAt, file_read_at: read.fileReadAt, judged_run_id: read.judgedRunId },
      ...{ error_code: null, error_message: null, failures: 0, is_wanted: false, leased_until: null },
      work_due_at: sql<Date>`now() + make_interval(secs => ${DAY_S})`,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface ReadingFault {
  readonly code: string;
  readonly message: string;
  readonly againS: number;
  /** Someone must act first, so nobody waits for it any more. */
  readonly isLasting: boolean;
}

/** Leaves the last complete reading as it is. */
export async function storeReadingFault(shop: ShopDb, row: Pick<ReadingRow, "id" | "claims">, fault: ReadingFault): Promise<void> {
  await claimed(shop, row)
    .set({
      ...{ error_code: fault.code, error_message: fault.message, leased_until: null },
      failures: sql<number>`failures + 1`,
      is_wanted: sql<boolean>`is_wanted and not ${fault.isLasting}::boolean`,
      work_due_at: sql<Date>`now() + make_interval(secs => ${fault.againS})`,
    })
    .execute();
}

/** When rows were last sent to a platform that reads no file. */
export async function findPushedAt({ db, shopId }: ShopDb, { feedId, channel }: OfChannel): Promise<Date | null> {
  const row = await db
    .selectFrom("sync_logs")
    .select("started_at")
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("channel", "=", channel)
    .where("mode", "=", "push")
    .where("status", "=", "success")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.started_at ?? null;
}

/**
 * The run that was live at a time. Undefined where that can't be told: a run that was complete by then and was published later may have been live
 * before, too.
 */
export async function findRunLiveAt({ db, shopId }: ShopDb, feedId: FeedId, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ readonly id: number }>`
    select id from runs
    where shop_id = ${shopId} and feed_id = ${feedId} and published_at <= ${at} and not exists (
      select 1 from runs later where later.shop_id = ${shopId} and later.feed_id = ${feedId} and later.published_at > ${at} and later.completed_at <= ${at}
        and later.published_at > later.completed_at
    )
    order by published_at desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Country and language of a feed, for platforms that keep several feeds' items apart by them. */
export async function findFeedTarget({ db, shopId }: ShopDb, feedId: FeedId) {
  const { rows } = await sql<{ readonly country: string; readonly language: string }>`
    select feeds.target_country as country, coalesce(feeds.locale, shops.primary_locale) as language
    from feeds join shops on shops.id = feeds.shop_id where feeds.shop_id = ${shopId} and feeds.id = ${feedId}`.execute(db);
  return rows[0];
}

/** A run by its id, for the files it left. */
export async function findRunOfFeed({ db, shopId }: ShopDb, feedId: FeedId, id: number) {
  return db
    .selectFrom("runs")
    .select(["id", "output", "output_prefix", "expired_at", "published_at", "definition_version", "extract_id"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "=", id)
    .where("output_prefix", "is not", null)
    .executeTakeFirst();
}

/** Whether a run of the feed is under way or held back, or the shop's catalog is newer than the run's. */
export async function isOutdated({ db, shopId }: ShopDb, feedId: FeedId, runId: number): Promise<boolean> {
  const { rows } = await sql<{ readonly outdated: boolean }>`
    select f.definition_version <> r.definition_version or s.live_extract_id is distinct from r.extract_id
      or exists (select 1 from runs o where o.feed_id = f.id and o.id > r.id and (o.status = 'running' or o.publication = 'held')) as outdated
    from feeds f join shops s on s.id = f.shop_id join runs r on r.feed_id = f.id
    where f.shop_id = ${shopId} and f.id = ${feedId} and r.id = ${runId}`.execute(db);
  return rows[0]?.outdated === true;
}
