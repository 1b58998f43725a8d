import { type Selectable, sql } from "kysely";
import type { DatafeedWanted, Target } from "../../channels/platform-port.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ClaimedRemoval } from "./claim-datafeeds.ts";

export type DatafeedRow = Selectable<Database["datafeeds"]>;

const ours = ({ db, shopId }: ShopDb, channel: string) =>
  db.selectFrom("datafeeds").selectAll().where("shop_id", "=", shopId).where("channel", "=", channel).where("status", "<>", "removing");

const change = ({ db, shopId }: ShopDb, id: number) => db.updateTable("datafeeds").where("shop_id", "=", shopId).where("id", "=", id);

/** Which claim of a row a worker has. Nothing it writes counts once another worker has claimed the row. */
export type ClaimedDatafeed = Pick<DatafeedRow, "id" | "claims">;

const claimed = (shop: ShopDb, { id, claims }: ClaimedDatafeed) => change(shop, id).where("claims", "=", claims);

/** In the order they were made. */
export async function listDatafeeds(shop: ShopDb, channel: string): Promise<readonly DatafeedRow[]> {
  return ours(shop, channel).orderBy("id").execute();
}

export async function findDatafeed(shop: ShopDb, channel: string, id: number): Promise<DatafeedRow | undefined> {
  return ours(shop, channel).where("id", "=", id).executeTakeFirst();
}

/** Registrations of a feed that the platform has. */
export async function listRegistered(shop: ShopDb, channel: string, feedId: FeedId): Promise<readonly DatafeedRow[]> {
  return ours(shop, channel).where("feed_id", "=", feedId).where("remote_id", "is not", null).orderBy("id").execute();
}

interface NewDatafeedRow {
  readonly feedId: FeedId;
  readonly channel: string;
  readonly name: string;
  readonly hour: number;
  readonly timeZone: string;
  readonly targets: readonly Target[];
  readonly target: string;
}

/**
 * One for each feed, channel and target: a repeated request gets the one there is. One that was being removed is wanted again. A feed of another
 * shop is left alone.
 */
export async function insertDatafeed({ db, shopId }: ShopDb, wanted: NewDatafeedRow): Promise<DatafeedRow | undefined> {
  const { feedId, channel, name, hour, timeZone, targets, target } = wanted;
  const { rows } = await sql<DatafeedRow>`
    insert into datafeeds as d (shop_id, feed_id, channel, status, name, hour, time_zone, targets, target, work_due_at)
    select shop_id, id, ${channel}, 'wanted', ${name}, ${hour}, ${timeZone}, ${JSON.stringify(targets)}::jsonb, ${target}, now()
    from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id, channel, target) do update set
      status = case when d.status = 'removing' then 'wanted' else d.status end,
      name = case when d.status = 'removing' then excluded.name else d.name end,
      hour = case when d.status = 'removing' then excluded.hour else d.hour end,
      time_zone = case when d.status = 'removing' then excluded.time_zone else d.time_zone end,
      revision = d.revision + 1, work_due_at = coalesce(d.work_due_at, now())
    returning *`.execute(db);
  return rows[0];
}

interface ChangedRow {
  readonly name: string;
  readonly hour: number;
  readonly time_zone: string;
}

export async function updateDatafeed(shop: ShopDb, id: number, changed: ChangedRow): Promise<DatafeedRow | undefined> {
  return change(shop, id)
    .set({ ...changed, ...DUE, status: "wanted", updated_at: sql`now()` })
    .where("status", "<>", "removing")
    .returningAll()
    .executeTakeFirst();
}

export async function markRemoving(shop: ShopDb, id: number): Promise<void> {
  await change(shop, id)
    .set({ ...DUE, status: "removing", updated_at: sql`now()` })
    .execute();
}

type RemovalClaim = Pick<ClaimedRemoval, "id" | "claims" | "channel">;

const isStillClaimed = ({ id, claims }: RemovalClaim) =>
  sql`exists (select 1 from channel_connections c where c.id = ${id} and c.claims = ${claims} and c.status = 'removing')`;

/**
 * Registrations of a connection that is being removed are no longer wanted. Answers how many there are, those being removed already included.
 * A worker that has lost the removal finds none.
 */
export async function markAllRemoving({ db, shopId }: ShopDb, removal: RemovalClaim): Promise<number> {
  const { rows } = await sql<{ readonly id: number }>`
    update datafeeds set status = 'removing', revision = revision + case when status = 'removing' then 0 else 1 end,
      work_due_at = case when status = 'removing' then work_due_at else now() end
    where shop_id = ${shopId} and channel = ${removal.channel} and ${isStillClaimed(removal)} returning id`.execute(db);
  return rows.length;
}

/** Asks for a fetch. False: the platform allows none before that many milliseconds have passed since the last. */
export async function wantFetch(shop: ShopDb, id: number, everyMs: number): Promise<boolean> {
  const { numUpdatedRows } = await change(shop, id)
    .set({ ...DUE, fetch_wanted: true, fetch_asked_at: sql<Date>`now()` })
    .where((row) =>
      row.or([
        row("fetch_asked_at", "is", null),
        row("fetch_asked_at", "<=", sql<Date>`now() - make_interval(secs => ${everyMs / 1_000})`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const DUE = { work_due_at: sql<Date>`now()`, revision: sql<number>`revision + 1` };

interface Registered {
  readonly remoteId: string;
  /** What the platform was given. */
  readonly given: DatafeedWanted;
  readonly target: string;
  readonly lookAgainS: number;
}

/** What the platform has now. Work that was wanted meanwhile stays due. */
export async function storeRegistered(
  shop: ShopDb,
  row: ClaimedDatafeed & Pick<DatafeedRow, "revision">,
  { remoteId, given: { url, ...given }, target, lookAgainS }: Registered,
): Promise<void> {
  const { revision } = row;
  await claimed(shop, row)
    .set({
      ...{ remote_id: remoteId, remote_url: url, error_code: null, error_message: null, attempts: 0 },
      given: JSON.stringify(given),
      // Unless another row has it already.
      target: sql<string>`case when exists (
          select 1 from datafeeds d where d.feed_id = datafeeds.feed_id and d.channel = datafeeds.channel and d.target = ${target}
        ) then datafeeds.target else ${target} end`,
      status: sql`case when revision = ${revision} and status = 'wanted' then 'registered' else status end`,
      fetch_wanted: sql<boolean>`case when revision = ${revision} then false else fetch_wanted end`,
      work_due_at: sql<Date>`case when revision = ${revision} then now() + make_interval(secs => ${lookAgainS}) else now() end`,
      leased_until: null,
    })
    .execute();
}

/** The registration's id is kept as soon as it is known, so that no later fault hides it. */
export async function storeRemoteId(shop: ShopDb, row: ClaimedDatafeed, remoteId: string): Promise<void> {
  await claimed(shop, row).set({ remote_id: remoteId }).execute();
}

/**
 * A reading that the platform took on; `run` is null where it didn't name it. Kept after it was asked for: of a request whose answer was lost nobody
 * knows whether the platform heard it, and asking twice does no harm.
 */
export async function storeFetchRun(shop: ShopDb, id: number, run: string | null): Promise<void> {
  await change(shop, id)
    .set({ fetch_run: run, fetch_run_at: sql<Date>`now()`, fetch_asked_at: sql<Date>`now()` })
    .execute();
}

export async function storeDatafeedFault(
  shop: ShopDb,
  row: ClaimedDatafeed & Pick<DatafeedRow, "revision">,
  { code, message, againS }: { readonly code: string; readonly message: string; readonly againS: number },
): Promise<void> {
  const { revision } = row;
  await claimed(shop, row)
    .set({
      ...{ error_code: code, error_message: message, leased_until: null },
      attempts: sql<number>`attempts + 1`,
      work_due_at: sql<Date>`case when revision = ${revision} then now() + make_interval(secs => ${againS}) else now() end`,
    })
    .execute();
}

/** Unless it is wanted again meanwhile. */
export async function deleteDatafeed({ db, shopId }: ShopDb, { id, claims }: ClaimedDatafeed): Promise<void> {
  await db
    .deleteFrom("datafeeds")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("claims", "=", claims)
    .where("status", "=", "removing")
    .execute();
}

/** Forgets a channel's registrations without the platform. */
export async function forgetRemoving({ db, shopId }: ShopDb, removal: RemovalClaim): Promise<void> {
  await sql`
    delete from datafeeds
    where shop_id = ${shopId} and channel = ${removal.channel} and status = 'removing' and ${isStillClaimed(removal)}`.execute(db);
}

/** Whether no other worker has claimed the row since. */
export async function hasClaim({ db, shopId }: ShopDb, { id, claims }: ClaimedDatafeed): Promise<boolean> {
  const row = await db
    .selectFrom("datafeeds")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("claims", "=", claims)
    .executeTakeFirst();
  return row !== undefined;
}

/** A heartbeat; false: the row is gone, or another worker has it. */
export async function keepLease(shop: ShopDb, row: ClaimedDatafeed, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await claimed(shop, row)
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where("leased_until", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a new registration gets where nothing is said: the hour after the first extract of the day, and the shop's time zone. */
export async function findDefaults({ db, shopId }: ShopDb, feedId: FeedId) {
  const { rows } = await sql<{
    readonly name: string;
    readonly hour: number;
    readonly time_zone: string;
    readonly country: string;
    readonly language: string;
  }>`
    select shops.name || ' ' || feeds.display_name as name, feeds.target_country as country, coalesce(feeds.locale, shops.primary_locale) as language,
      shops.time_zone,
      extract(hour from (date_trunc('day', now() at time zone 'UTC') + make_interval(secs =>
        case when shops.storefront = 'csv' or plans.daily_export_count = 0 then 3 * 3600
        else (mod(shops.id * 0.6180339887498949::numeric, 1) * 86400.0 / plans.daily_export_count)::double precision end + 3600))
        at time zone 'UTC' at time zone shops.time_zone)::int as hour
    from feeds join shops on shops.id = feeds.shop_id join plans on plans.code_name = shops.subscription_plan
    where feeds.shop_id = ${shopId} and feeds.id = ${feedId}`.execute(db);
  return rows[0];
}
