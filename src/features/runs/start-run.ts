import { type ExtractId, formatId, storedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type FeedRow, listActiveFeeds, lockFeed } from "../feeds/index.ts";
import type { RunTrigger } from "./run.ts";
import { findRunningRun, insertRun, requestRerun, type RunRow } from "./run-queries.ts";

interface RunRequest {
  readonly feed: FeedRow;
  readonly extractId: ExtractId;
  readonly trigger: RunTrigger;
  readonly forExtractId?: ExtractId;
}

/** Why a run a person asked for cannot start. */
export type RunRefusal =
  | { readonly refusal: "feed_inactive" | "no_source_extract"; readonly message?: string }
  | { readonly refusal: "run_in_progress"; readonly message: string };

/**
 * Starts a run that someone requested, or answers the automatic run under way that reads the same; otherwise the first reason why not.
 * The caller holds the feed's lock and its transaction.
 */
export async function requestRun(
  shop: ShopDb,
  queue: JobQueue,
  request: Omit<RunRequest, "extractId"> & { readonly extractId: ExtractId | null },
): Promise<RunRow | RunRefusal> {
  const { feed, extractId } = request;
  if (!feed.active) return { refusal: "feed_inactive" };
  if (extractId === null) return { refusal: "no_source_extract" };
  const running = await findRunningRun(shop, storedId("feed", feed.id));
  // A regenerate that is an extract ends with its own run, so it never joins another one.
  if (running !== undefined && request.forExtractId === undefined && readsTheSame(running, feed, extractId)) return running;
  if (running !== undefined) {
    const id = formatId("run", storedId("run", running.id));
    return { refusal: "run_in_progress", message: `Run ${id} of this feed is still in progress. Poll it instead of retrying.` };
  }
  return startRun(shop, queue, { ...request, extractId });
}

/**
 * Whether an automatic run makes what a run started now would. One that no worker has begun, or that was given back, reads the feed as it
 * is when a worker takes it; one under way has noted the version that it reads.
 */
function readsTheSame(running: RunRow, feed: FeedRow, extractId: ExtractId): boolean {
  if (running.trigger === "regenerate" || running.extract_id !== extractId) return false;
  return running.beat_at === null || running.definition_version === feed.definition_version;
}

/** The caller holds the feed's lock, and knows that no run of it is under way. */
export async function startRun(shop: ShopDb, queue: JobQueue, { feed, extractId, trigger, forExtractId }: RunRequest): Promise<RunRow> {
  const run = await insertRun(shop, {
    feedId: storedId("feed", feed.id),
    extractId,
    forExtractId: forExtractId ?? null,
    trigger,
    definitionVersion: feed.definition_version,
  });
  await queue.enqueue(shop.db, "run.look", { run_id: run.id });
  return run;
}

/** An automatic trigger: starts a run, or asks for one more at the end of the one that is running. */
export async function triggerRun(shop: ShopDb, queue: JobQueue, request: RunRequest): Promise<void> {
  const feedId = storedId("feed", request.feed.id);
  const feed = await lockFeed(shop, feedId);
  if (feed === undefined || !feed.active) return;
  if ((await findRunningRun(shop, feedId)) === undefined) await startRun(shop, queue, { ...request, feed });
  else await requestRerun(shop, feedId, true);
}

/** What a completed full extract sets off; `trigger` says who wanted the extract. */
export async function triggerRunsOfShop(
  shop: ShopDb,
  queue: JobQueue,
  request: Pick<RunRequest, "extractId"> & { readonly trigger: "extract" | "schedule" },
): Promise<void> {
  for (const feed of await listActiveFeeds(shop)) await triggerRun(shop, queue, { feed, ...request });
}
