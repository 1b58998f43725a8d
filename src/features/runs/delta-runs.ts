import { sql } from "kysely";
import { type FeedId, type ShopId, storedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { findLatestRun, findRunningRun } from "./run-queries.ts";
import { startRun } from "./start-run.ts";

/** What a delta sets off: a run of every active feed, so long after the feed's last one of this kind. Deltas that come meanwhile share it. */
export async function publishDelta(shop: ShopDb, queue: JobQueue, minIntervalS: number): Promise<void> {
  await sql`
    update feeds set delta_due_at = greatest(now(), (
      select max(created_at) + make_interval(secs => ${minIntervalS}) from runs where runs.feed_id = feeds.id and runs.trigger = 'delta'
    ))
    where shop_id = ${shop.shopId} and active and delta_due_at is null`.execute(shop.db);
  const due = await shop.db
    .selectFrom("feeds")
    .select("id")
    .where("shop_id", "=", shop.shopId)
    .where("delta_due_at", "<=", sql<Date>`now()`)
    .orderBy("id")
    .execute();
  for (const { id } of due) await startDeltaRun(shop, queue, storedId("feed", id));
}

/** Runs that one look starts. */
const STARTED_MAX = 200;

interface Boundary {
  readonly queue: JobQueue;
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
}

/** Starts the runs after deltas that are due by now. A feed that is running waits for the end of that run. Answers how many were looked at. */
export async function startDueDeltaRuns(db: Db, { queue, openShop }: Boundary): Promise<number> {
  const due = await sql<{ readonly id: number; readonly shop_id: number }>`
    select feeds.id, feeds.shop_id from feeds join shops on shops.id = feeds.shop_id
    where feeds.delta_due_at <= now() and shops.uninstalled_at is null
      and not exists (select 1 from runs where runs.feed_id = feeds.id and runs.status = 'running')
    order by feeds.delta_due_at limit ${STARTED_MAX}`.execute(db);
  for (const { id, shop_id: shopId } of due.rows)
    await transact(db, (transaction) => startDeltaRun(openShop(transaction, storedId("shop", shopId)), queue, storedId("feed", id)));
  return due.rows.length;
}

/** Unless somebody else was first: a run under way is followed by another one, and one that read the live snapshot is enough. */
async function startDeltaRun(shop: ShopDb, queue: JobQueue, feedId: FeedId): Promise<void> {
  const feed = await lockFeed(shop, feedId);
  if (feed?.delta_due_at == null || (await findRunningRun(shop, feedId)) !== undefined) return;
  await shop.db.updateTable("feeds").set({ delta_due_at: null }).where("shop_id", "=", shop.shopId).where("id", "=", feedId).execute();
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot === undefined || !feed.active) return;
  const latest = await findLatestRun(shop, feedId);
  if (latest?.status === "completed" && latest.extract_id === snapshot.extractId) return;
  await startRun(shop, queue, { feed, extractId: snapshot.extractId, trigger: "delta" });
}
