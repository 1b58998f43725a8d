import type { ExtractId, FeedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import type { RunTrigger } from "./run.ts";
import { findLatestRun, isScheduled, requestRerun } from "./run-queries.ts";
import { triggerRun } from "./start-run.ts";

/** Starts the one more run that automatic triggers asked for while one was running. In the transaction that ends it. */
export async function startRequestedRerun(shop: ShopDb, queue: JobQueue, feedId: FeedId): Promise<void> {
  if (!(await requestRerun(shop, feedId, false))) return;
  const feed = await lockFeed(shop, feedId);
  const snapshot = await findLiveSnapshot(shop);
  if (feed === undefined || snapshot === undefined) return;
  const { extractId } = snapshot;
  await triggerRun(shop, queue, { feed, extractId, trigger: await causeOf(shop, feedId, extractId) });
}

/** Told from the run that has just ended: where it read an older snapshot an extract came meanwhile, else the feed was changed. */
async function causeOf(shop: ShopDb, feedId: FeedId, extractId: ExtractId): Promise<RunTrigger> {
  const ended = await findLatestRun(shop, feedId);
  if (ended?.extract_id === extractId) return "settings";
  return (await isScheduled(shop, extractId)) ? "schedule" : "extract";
}
