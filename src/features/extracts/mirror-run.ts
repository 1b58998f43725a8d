import { type RunId, storedId } from "../../kernel/ids.ts";
import type { EventSource } from "../events/index.ts";
import type { RunRow } from "../runs/index.ts";
import { findFeed } from "../feeds/index.ts";
import { lockExtract, mirrorRunEnd, setExcludedCount } from "./extract-queries.ts";
import { startRegenerate } from "./regenerate-queries.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { tellEnded, tellProgress, tellStarted } from "./tell-extract.ts";

/** A worker has taken a run: the regenerate it is has started, and its subscribers hear so, once however many workers take it. */
export async function mirrorStart(source: EventSource, runId: RunId): Promise<void> {
  await transact(source.shop.db, async (transaction) => {
    await startOnce({ ...source, shop: { ...source.shop, db: transaction } }, runId);
  });
}

async function startOnce(source: EventSource, runId: RunId): Promise<void> {
  const started = await startRegenerate(source.shop, runId);
  if (started !== undefined) await tellStarted(source, started);
}

/** How far a run is brings the regenerate that it is as far. */
export async function mirrorProgress({ shop, clock }: EventSource, run: RunRow, percent: number): Promise<void> {
  if (run.for_extract_id === null) return;
  const id = storedId("ext", run.for_extract_id);
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    await startOnce({ shop: inside, clock }, storedId("run", run.id));
    const extract = await lockExtract(inside, id);
    if (extract !== undefined) await tellProgress({ shop: inside, clock }, extract, percent);
  });
}

/** What the end of a run means to extracts: a regenerate ends with its run, and the primary feed's exclusions are its extract's. */
export async function mirrorRun(source: EventSource, run: RunRow): Promise<void> {
  const { shop } = source;
  const completed = run.status === "completed";
  if (run.for_extract_id !== null) {
    await startOnce(source, storedId("run", run.id));
    const id = storedId("ext", run.for_extract_id);
    const extract = completed ? await lockExtract(shop, id) : undefined;
    if (extract !== undefined) await tellProgress(source, extract, 100);
    const ended = await mirrorRunEnd(shop, {
      id,
      completed,
      included: run.included_count,
      excluded: run.excluded_count,
      errorCode: run.error_code,
      errorDetails: run.error_details,
    });
    if (ended !== undefined) await tellEnded(source, ended);
  }
  if (!completed || run.excluded_count === null) return;
  const feed = await findFeed(shop, storedId("feed", run.feed_id));
  if (feed?.feed_type === "primary") await setExcludedCount(shop, storedId("ext", run.extract_id), run.excluded_count);
}
