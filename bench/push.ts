import { setTimeout as sleep } from "node:timers/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { claimSync, workSync } from "../src/features/syncs/index.ts";
import { storedId } from "../src/kernel/ids.ts";
import { openShop } from "../src/platform/postgres/postgres-port.ts";
import { startAmazonFake } from "../test/platforms/amazon/amazon-fake.ts";
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
import { ownDatabase } from "./own-database.ts";
import { record, type ResultLine } from "./results.ts";

/**
 * `node bench/push.ts [--rows 100000] --platform microsoft|amazon`: rows that have all changed, sent to the played platforms in real time. The
 * baseline is the least time in which the platform's documented limits allow the calls that were made, had it been idle before: with every burst.
 */
const { values } = parseArgs({
  options: { rows: { type: "string", default: "100000" }, platform: { type: "string", default: "microsoft" } },
});
const rows = Number(values.rows);
const signal = new AbortController().signal;

interface Limit {
  readonly operation: string;
  readonly said: string;
  /** Seconds in which so many calls are allowed. */
  readonly secondsFor: (calls: number) => number;
}

const rate = (operation: string, perSecond: number, burst: number): Limit => ({
  ...{ operation, said: `${perSecond} calls of ${operation} a second, ${burst} at once` },
  secondsFor: (calls) => Math.max(0, calls - burst) / perSecond,
});
const span = (operation: string, callsMax: number, seconds: number): Limit => ({
  ...{ operation, said: `${callsMax} calls of ${operation} in ${seconds} s` },
  secondsFor: (calls) => Math.floor(Math.max(0, calls - 1) / callsMax) * seconds,
});

/** As the platforms document them: of feeds of listings, Amazon takes five in five minutes. */
const LIMITS: Readonly<Record<PlayedPlatform["slug"], readonly Limit[]>> = {
  microsoft: [rate("batchProducts", 3, 10)],
  amazon: [
    rate("createFeedDocument", 0.5, 15),
    rate("createFeed", 0.0083, 15),
    span("createFeed", 5, 300),
    rate("getFeed", 2, 15),
    rate("getFeedDocument", 0.0222, 10),
  ],
};

const LEASE_S = 600;
/** As `channel-work.ts` looks. */
const LOOK_EVERY_MS = 1_000;

const folder = await mkdtemp(path.join(tmpdir(), "feedwright-push-"));
try {
  await using pushed = await pushedShop("push.example", sellableCatalog(rows), ownDatabase(folder));
  const slug = values.platform === "amazon" ? "amazon" : "microsoft";
  await record(`node bench/push.ts --rows ${rows} --platform ${slug}`, [await measure(pushed, slug)]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(pushed: PushedShop, slug: PlayedPlatform["slug"]): Promise<ResultLine> {
  const pace = { seed: 7, polls: 1, isUnhurried: true };
  const platform: PlayedPlatform = slug === "amazon" ? { slug, fake: await startAmazonFake(pace) } : await playPlatform(slug, 7);
  await connectPlatform(pushed, platform);
  await assignPlatform(pushed, slug);
  await withoutRates(pushed, () => syncAll(pushed));
  const { products, variants } = sellableCatalog(rows);
  await publish(pushed, { products: products.map((product) => ({ ...product, title: `${product.title} of ${slug}` })), variants });
  pace.isUnhurried = false;
  await pushed.listed.database.db.deleteFrom("platform_rates").execute();
  const before = new Map(platform.fake.counts);
  const began = performance.now();
  await syncInRealTime(pushed);
  const seconds = (performance.now() - began) / 1_000;
  const callsOf = (operation: string): number => (platform.fake.counts.get(operation) ?? 0) - (before.get(operation) ?? 0);
  const changed = Object.values(titlesAt(platform)).filter((title) => title.endsWith(slug)).length;
  await platform.fake[Symbol.asyncDispose]();
  if (changed !== rows) throw new Error(`${changed} rows have arrived`);
  const bounds = LIMITS[slug].map(({ operation, said, secondsFor }) => ({ said, allowed: secondsFor(callsOf(operation)) }));
  const [slowest] = bounds.toSorted((a, b) => b.allowed - a.allowed);
  if (slowest === undefined) throw new Error("every platform has limits");
  const calls = [...new Set(LIMITS[slug].map(({ operation }) => `${callsOf(operation)} ${operation}`))].join(", ");
  return {
    what: `${rows} changed rows to ${slug} (${calls}), planning and keeping what was sent included`,
    figure: `${seconds.toFixed(1)} s, ratio ${(seconds / slowest.allowed).toFixed(2)}`,
    beside: `≤ 1.2 × ${slowest.allowed.toFixed(1)} s, which ${slowest.said} allow`,
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
