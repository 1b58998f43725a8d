import { setTimeout as sleep } from "node:timers/promises";
import { type ExtractRow, findExtract } from "../features/extracts/index.ts";
import { findLatestRun, type RunRow } from "../features/runs/index.ts";
import { PlainError } from "../kernel/errors.ts";
import type { ExtractId, FeedId } from "../kernel/ids.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import type { ProgressLine } from "./progress-line.ts";

const POLL_MS = 200;
/** Work that has not ended by then is stuck; the person watching should know. */
const PATIENCE_MS = 2 * 60 * 60_000;

/** Watches an extract to its end; throws its reason where it failed. */
export async function followExtract(shop: ShopDb, id: ExtractId, progress: ProgressLine): Promise<ExtractRow> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const extract = await findExtract(shop, id);
    if (extract === undefined) throw new PlainError("extract_gone", "The extract was removed while this command waited for it.");
    if (extract.status === "failed") throw new PlainError("extract_failed", extract.error_details ?? "The extract failed.");
    if (extract.status === "cancelled") throw new PlainError("extract_cancelled", "The extract was cancelled.");
    progress.show("Extracting", extract.progress, extract.status === "running" ? extract.waiting : null);
    if (extract.status === "completed") return extract;
    await sleep(POLL_MS);
  }
  throw new PlainError("extract_slow", "The extract hasn't finished within two hours. Check it with GET /v1/extracts/latest.");
}

/** Watches the newest run of a feed to its end; throws its reason where it failed. With `since`: the newest that read that extract or a later one. */
export async function followRun(shop: ShopDb, feedId: FeedId, progress: ProgressLine, since?: ExtractId): Promise<RunRow> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const latest = await findLatestRun(shop, feedId);
    // While a run of an older snapshot is under way, the extract's own run begins at its end.
    const run = since !== undefined && latest !== undefined && latest.extract_id < since ? undefined : latest;
    if (run?.status === "failed") throw new PlainError("run_failed", run.error_details ?? "The run failed.");
    if (run?.status === "completed") return run;
    progress.show("Running the feed", null);
    await sleep(POLL_MS);
  }
  throw new PlainError("run_slow", "The run hasn't finished within two hours. Check it with GET /v1/feeds/{id}/runs/latest.");
}
