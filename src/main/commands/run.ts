import { lockFeed } from "../../features/feeds/index.ts";
import { requestRun } from "../../features/runs/index.ts";
import { findLiveSnapshot } from "../../features/snapshots/index.ts";
import { ERRORS, PlainError } from "../../kernel/errors.ts";
import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import type { App } from "../../app.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { ensureWorker, openCommandApp } from "../command-app.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { followRun } from "../follow-work.ts";
import { progressLine } from "../progress-line.ts";

export interface RunOptions {
  readonly feed: string;
  readonly json?: boolean;
}

export async function runFeed(options: RunOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  await startRun(app, shop, feedId);
  const progress = progressLine(process.stderr);
  await ensureWorker(app);
  const run = await followRun(shop, feedId, progress).finally(() => progress.done());
  const facts = {
    run_id: formatId("run", storedId("run", run.id)),
    publication: run.publication,
    included_count: run.included_count,
    excluded_count: run.excluded_count,
  };
  if (options.json === true) process.stdout.write(`${JSON.stringify(facts)}\n`);
  else
    process.stdout.write(
      `Run ${facts.run_id} completed: ${facts.included_count} products in, ${facts.excluded_count} out; its file is ${facts.publication}.\n`,
    );
}

async function startRun(app: App, shop: ShopDb, feedId: FeedId): Promise<void> {
  await app.postgres.db.transaction().execute(async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const feed = await lockFeed(inside, feedId);
    const snapshot = await findLiveSnapshot(inside);
    if (feed === undefined) throw new PlainError("feed_unknown", "The feed was removed.");
    const run = await requestRun(inside, app.services.queue, { feed, extractId: snapshot?.extractId ?? null, trigger: "regenerate" });
    if ("refusal" in run) throw new PlainError(run.refusal, run.message ?? ERRORS[run.refusal].sentence);
  });
}
