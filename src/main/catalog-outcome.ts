import type { App } from "../app.ts";
import { extractAnswer } from "../features/extracts/index.ts";
import { type FeedRow, listActiveFeeds } from "../features/feeds/index.ts";
import { type RunRow, runAnswer } from "../features/runs/index.ts";
import { findScope } from "../features/scopes/index.ts";
import { findSnapshot } from "../features/snapshots/index.ts";
import { type ExtractId, storedId } from "../kernel/ids.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import { ensureWorker } from "./command-app.ts";
import { followExtract, followRun } from "./follow-work.ts";
import type { CatalogOutcome, FeedOutcome } from "./outcome-text.ts";
import type { ProgressLine } from "./progress-line.ts";

/** Watches an extract and the runs it starts to their ends; answers what came of them. Throws the reason of whichever failed. */
export async function followCatalog(app: App, shop: ShopDb, id: ExtractId, progress: ProgressLine): Promise<CatalogOutcome> {
  await ensureWorker(app);
  const extract = await followExtract(shop, id, progress);
  const feeds: FeedOutcome[] = [];
  for (const feed of await listActiveFeeds(shop)) {
    const run = await followRun(shop, storedId("feed", feed.id), progress, id);
    feeds.push(await feedOutcome(shop, feed, run));
  }
  const facts = (await findSnapshot(shop, id))?.facts;
  const { id: extract_id, warnings } = extractAnswer(extract);
  return {
    extract_id,
    status: "completed",
    extracted_products: facts?.products ?? null,
    extracted_variants: facts?.variants ?? extract.product_count,
    warnings,
    feeds,
  };
}

async function feedOutcome(shop: ShopDb, { display_name: name }: FeedRow, run: RunRow): Promise<FeedOutcome> {
  const { id: run_id, feed_id, publication, included_count, excluded_count, held_reasons } = runAnswer(run);
  const excluded_reasons = await excludedReasons(shop, run);
  return { feed_id, name, run_id, publication, included_count, excluded_count, excluded_reasons, held_reasons };
}

/** Of the run's own counts: where something has changed since, the scope's are of another definition or snapshot. */
async function excludedReasons(shop: ShopDb, run: RunRow): Promise<FeedOutcome["excluded_reasons"]> {
  const scope = await findScope(shop, storedId("feed", run.feed_id));
  if (scope?.extract_id !== run.extract_id || scope.definition_version !== run.definition_version) return [];
  return Object.entries(scope.reasons)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
