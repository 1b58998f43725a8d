import { setTimeout as sleep } from "node:timers/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { claimSync, workSync } from "../src/features/syncs/index.ts";
import { storedId } from "../src/kernel/ids.ts";
import { migrateJobs } from "../src/platform/jobs/graphile-schema.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { openPostgres } from "../src/platform/postgres/open-postgres.ts";
import { openShop } from "../src/platform/postgres/postgres-port.ts";
import { makeLogger } from "../src/platform/telemetry/make-logger.ts";
import type { TestDatabase } from "../test/harness/postgres-template.ts";
import {
  assignPlatform,
  connectPlatform,
  type PlayedPlatform,
  playPlatform,
  publish,
  type PushedShop,
  pushedShop,
  sellableCatalog,
  syncAll,
  titlesAt,
} from "../test/harness/pushed-shop.ts";
import { record, type ResultLine } from "./results.ts";

/**
 * `node bench/push.ts [--rows 100000] --platform microsoft|amazon`: rows that have all changed, sent to the played platforms in real time. What the
 * platform's documented rates allow is the baseline. Amazon's bucket of feeds is emptied first, as it is after a busy hour: with a full one, its
 * four feeds wait for nothing.
 */
const { values } = parseArgs({
  options: { rows: { type: "string", default: "100000" }, platform: { type: "string", default: "microsoft" } },
});
const rows = Number(values.rows);
const signal = new AbortController().signal;

/** The slowest documented rate of each platform, in calls for these rows. */
const RATES = {
  microsoft: { bucket: "productBatches", perSecond: 3, rowsMax: 300, burst: 10 },
  amazon: { bucket: "createFeed", perSecond: 0.0083, rowsMax: 25_000, burst: 0 },
} as const;

const CALLS = { microsoft: "batchProducts", amazon: "createFeed" } as const;

const LEASE_S = 600;
/** As `channel-work.ts` looks. */
const LOOK_EVERY_MS = 1_000;

const folder = await mkdtemp(path.join(tmpdir(), "feedwright-push-"));
try {
  await using pushed = await pushedShop("push.example", sellableCatalog(rows), database());
  const slug = values.platform === "amazon" ? "amazon" : "microsoft";
  await record(`node bench/push.ts --rows ${rows} --platform ${slug}`, [await measure(pushed, slug)]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function database(): Promise<TestDatabase> {
  const log = makeLogger({ level: "error" });
  const postgres = await openPostgres({ dataDir: folder, databaseUrl: null, log });
  await migrate(postgres.pool, log);
  await migrateJobs(postgres.pool);
  return postgres;
}

async function measure(pushed: PushedShop, slug: PlayedPlatform["slug"]): Promise<ResultLine> {
  const platform = await playPlatform(slug, 7);
  const { db } = pushed.listed.database;
  await connectPlatform(pushed, platform);
  await assignPlatform(pushed, slug);
  await withoutRates(pushed, () => syncAll(pushed));
  const { products, variants } = sellableCatalog(rows);
  await publish(pushed, { products: products.map((product) => ({ ...product, title: `${product.title} of ${slug}` })), variants });
  const { bucket, perSecond, rowsMax, burst } = RATES[slug];
  const empty = { tokens: 0, measured_at: new Date() };
  if (burst === 0) await db.updateTable("platform_rates").set(empty).where("bucket", "like", `%:${bucket}`).execute();
  const callsBefore = platform.fake.counts.get(CALLS[slug]) ?? 0;
  const began = performance.now();
  await syncInRealTime(pushed);
  const seconds = (performance.now() - began) / 1_000;
  const calls = (platform.fake.counts.get(CALLS[slug]) ?? 0) - callsBefore;
  const changed = Object.values(titlesAt(platform)).filter((title) => title.endsWith(slug)).length;
  await platform.fake[Symbol.asyncDispose]();
  if (changed !== rows) throw new Error(`${changed} rows have arrived`);
  const allowed = (Math.ceil(rows / rowsMax) - burst) / perSecond;
  return {
    what: `${rows} changed rows to ${slug}: ${calls} calls of ${CALLS[slug]}, planning and keeping what was sent included`,
    figure: `${seconds.toFixed(1)} s, ratio ${(seconds / allowed).toFixed(2)}`,
    beside: `≤ 1.2 × ${allowed.toFixed(1)} s, which ${perSecond} calls a second allow (${burst} at once)`,
  };
}

/** Before anything is measured. */
async function withoutRates({ listed }: PushedShop, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  const filling = async (): Promise<void> => {
    while (!isDone) {
      // The statement may meet those that take calls in another order; then it's for the next round.
      await listed.database.db
        .updateTable("platform_rates")
        .set({ tokens: 10 })
        .execute()
        .catch(() => undefined);
      await sleep(20);
    }
  };
  await Promise.all([work().finally(() => (isDone = true)), filling()]);
}

/** As workers do: what isn't due waits. */
async function syncInRealTime({ listed, services }: PushedShop): Promise<void> {
  for (;;) {
    const row = await claimSync(listed.database.db, LEASE_S);
    if (row !== undefined) await workSync(services, { shop: openShop(listed.database.db, storedId("shop", row.shop_id)), row, signal });
    const waiting = await listed.database.db.selectFrom("sync_logs").select("id").where("status", "=", "pending").executeTakeFirst();
    if (waiting === undefined) return;
    await sleep(LOOK_EVERY_MS);
  }
}
