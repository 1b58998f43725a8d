import { type Selectable, sql } from "kysely";
import type { PlatformAccount } from "../../channels/platform-port.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { SENT_FORMAT } from "./sent-format.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { SyncRow } from "./sync-queries.ts";

/** Where a feed's rows have been sent, and what is known of it. */
export type PushRow = Selectable<Database["channel_pushes"]>;
export type PushCursor = NonNullable<SyncRow["push"]>;
export type PushPlan = NonNullable<PushCursor["plan"]>;

type OfSync = Pick<SyncRow, "feed_id" | "channel">;
type Claimed = Pick<SyncRow, "id" | "attempts">;

const ours = ({ db, shopId }: ShopDb) => db.selectFrom("channel_pushes").selectAll().where("shop_id", "=", shopId);
const change = ({ db, shopId }: ShopDb, id: number) => db.updateTable("channel_pushes").where("shop_id", "=", shopId).where("id", "=", id);

export async function listPushes(shop: ShopDb, { feed_id: feedId, channel }: OfSync): Promise<readonly PushRow[]> {
  return ours(shop).where("feed_id", "=", feedId).where("channel", "=", channel).orderBy("id").execute();
}

/** What other feeds have sent to the same place. */
export async function listOthers(shop: ShopDb, push: PushRow): Promise<readonly PushRow[]> {
  return ours(shop)
    .where("channel", "=", push.channel)
    .where("seller", "=", push.seller)
    .where("market", "=", sql<PushRow["market"]>`${JSON.stringify(push.market)}::jsonb`)
    .where("feed_id", "<>", push.feed_id)
    .where("sent_key", "is not", null)
    .execute();
}

export interface NewPush {
  readonly seller: string;
  readonly market: Readonly<Record<string, string>>;
  readonly account: PlatformAccount;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The row of a place, made where there is none. A feed of another shop is left alone. */
export async function keepPush({ db, shopId }: ShopDb, of: OfSync, push: NewPush): Promise<PushRow | undefined> {
  const { seller, market, account, settings } = push;
  const { rows } = await sql<PushRow>`
    insert into channel_pushes (shop_id, feed_id, channel, seller, market, account, settings, due_at)
    select shop_id, id, ${of.channel}, ${seller}, ${JSON.stringify(market)}::jsonb, ${JSON.stringify(account)}::jsonb, ${JSON.stringify(settings)}::jsonb,
      now() + interval '1 hour'
    from feeds where shop_id = ${shopId} and id = ${of.feed_id}
    on conflict (feed_id, channel, seller, market) do update set account = excluded.account, settings = excluded.settings
    returning *`.execute(db);
  return rows[0];
}

/** What the place has now. `isFull`: every row was sent. `inS`: when it is looked at again. */
export async function storeSent(
  shop: ShopDb,
  id: number,
  { sentKey, isFull, inS }: { readonly sentKey: string | null; readonly isFull: boolean; readonly inS: number },
): Promise<void> {
  await change(shop, id)
    .set({
      sent_key: sentKey,
      sent_format: SENT_FORMAT,
      ...(isFull ? { reconciled_at: sql<Date>`now()` } : {}),
      due_at: isFull
        ? sql<Date>`now() + make_interval(secs => ${inS})`
        : sql<Date>`least(now() + make_interval(secs => ${inS}), coalesce(reconciled_at, now()) + make_interval(secs => ${DAY_S}))`,
    })
    .execute();
}

const DAY_S = 86_400;

export async function deletePush({ db, shopId }: ShopDb, id: number): Promise<void> {
  await db.deleteFrom("channel_pushes").where("shop_id", "=", shopId).where("id", "=", id).execute();
}

const claim = ({ db, shopId }: ShopDb, { id, attempts }: Claimed) =>
  db
    .updateTable("sync_logs")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("status", "=", "pending");

/** How far the attempt has come; false: another one has the sync. */
export async function storeCursor(shop: ShopDb, claimed: Claimed, cursor: PushCursor): Promise<boolean> {
  const { numUpdatedRows } = await claim(shop, claimed)
    .set({ push: JSON.stringify(cursor), failures: 0 })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets other work go first, or waits for the platform. It counts as no failure. */
export async function pausePush(shop: ShopDb, claimed: Claimed, seconds: number): Promise<void> {
  await claim(shop, claimed)
    .set({ work_due_at: sql<Date>`now() + make_interval(secs => ${seconds})`, leased_until: null, failures: 0 })
    .execute();
}

/** A sync of another shop is left alone. */
export async function addRefusals({ db, shopId }: ShopDb, { id }: Claimed, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`
    insert into push_refusals (sync_id, shop_id, item_id)
    select s.id, s.shop_id, item from sync_logs s, unnest(${itemIds}::text[]) as item where s.id = ${id} and s.shop_id = ${shopId}
    on conflict do nothing`.execute(db);
}

/** The next refused rows after one, by id. */
export async function listRefusals({ db, shopId }: ShopDb, { id }: Claimed, after: string, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("push_refusals")
    .select("item_id")
    .where("shop_id", "=", shopId)
    .where("sync_id", "=", id)
    .where("item_id", ">", after)
    .orderBy("item_id")
    .limit(limit)
    .execute();
  return rows.map(({ item_id: itemId }) => itemId);
}

export async function clearRefusals({ db, shopId }: ShopDb, { id }: Claimed): Promise<void> {
  await db.deleteFrom("push_refusals").where("shop_id", "=", shopId).where("sync_id", "=", id).execute();
}

/** Asks that what a channel's platform was sent is taken away. Answers for how many places that isn't done yet. */
export async function wantRemovals({ db, shopId }: ShopDb, channel: string): Promise<number> {
  const { rows } = await sql<{ readonly feed_id: number }>`
    select feed_id from channel_pushes where shop_id = ${shopId} and channel = ${channel}`.execute(db);
  for (const feedId of new Set(rows.map((row) => row.feed_id))) await wantPush({ db, shopId }, storedId("feed", feedId), channel);
  return rows.length;
}

/** One that waits already sees what is wanted when it starts. */
async function wantPush({ db, shopId }: Pick<ShopDb, "db" | "shopId">, feedId: FeedId, channel: string): Promise<void> {
  await sql`
    insert into sync_logs as s (shop_id, feed_id, channel, mode, status) select shop_id, id, ${channel}, 'push', 'pending'
    from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id, channel) where status = 'pending' do nothing`.execute(db);
}

/** Forgets what a channel's platform was sent, without the platform. Answers the feeds. */
export async function forgetPushes({ db, shopId }: ShopDb, channel: string): Promise<readonly number[]> {
  const rows = await db
    .deleteFrom("channel_pushes")
    .where("shop_id", "=", shopId)
    .where("channel", "=", channel)
    .returning("feed_id")
    .execute();
  return [...new Set(rows.map((row) => row.feed_id))];
}

/** The live run whose rows are sent, where the feed is active and has the channel; undefined: nothing is wanted at the platform. */
export async function findPushed({ db, shopId }: ShopDb, { feed_id: feedId, channel }: OfSync) {
  return db
    .selectFrom("feeds")
    .innerJoin("feed_channels", "feed_channels.feed_id", "feeds.id")
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .selectAll("feeds")
    .select(["runs.id as run_id", "runs.output_prefix", "runs.output as run_output", "runs.created_at as run_created_at"])
    .select(sql`runs.definition -> 'channels' -> ${channel}::text`.as("run_settings"))
    .where("feeds.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .where("feeds.active", "=", true)
    .where("feed_channels.channel", "=", channel)
    .executeTakeFirst();
}
