import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { requestRerun } from "./run-queries.ts";
import { triggerRun } from "./start-run.ts";

/** Starts the one more run that automatic triggers asked for while one was running. In the transaction that ends it. */
export async function startRequestedRerun(shop: ShopDb, queue: JobQueue, feedId: FeedId): Promise<void> {
  if (!(await requestRerun(shop, feedId, false))) return;
  const feed = await lockFeed(shop, feedId);
  const snapshot = await findLiveSnapshot(shop);
  if (feed === undefined || snapshot === undefined) return;
  await triggerRun(shop, queue, { feed, extractId: storedId("ext", snapshot.extractId), trigger: "extract" });
}
