import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { WantedParts } from "../../storefronts/storefront-port.ts";
import { type FeedRow, findSellingPlaces, listActiveFeeds, leftOutReason, missingPart } from "../feeds/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { findExtractInProgress, insertExtractUnlessOther } from "./extract-queries.ts";
import { findWantedParts } from "./wanted-parts.ts";

/**
 * Extracts again where the live snapshot lacks what a feed is about. One that waits will read it; one that is under way may have begun
 * before the feed was there, and is followed by another when it ends. The caller holds the shop's lock.
 */
export async function extractForFeed(shop: ShopDb, queue: JobQueue, feed: FeedRow): Promise<void> {
  const snapshot = await findLiveSnapshot(shop);
  if (missingPart(feed, snapshot?.facts ?? null, await findSellingPlaces(shop)) === undefined) return;
  await startUnlessOneIs(shop, queue);
}

/** What came to be wanted while an extract was under way is extracted after it. What it asked for in vain is not asked for again at once. */
export async function extractWhatIsMissing(shop: ShopDb, queue: JobQueue): Promise<void> {
  const facts = (await findLiveSnapshot(shop))?.facts ?? null;
  const places = await findSellingPlaces(shop);
  const isMissing = (feed: FeedRow): boolean => {
    const part = missingPart(feed, facts, places);
    return part !== undefined && leftOutReason(part, facts) === undefined;
  };
  if (!(await listActiveFeeds(shop)).some(isMissing)) return;
  await startUnlessOneIs(shop, queue);
}

/** The same behind an extract that failed: only where it did not ask for all that feeds want by now, because one like it would fail as well. */
export async function extractWhatWasAdded(shop: ShopDb, queue: JobQueue, asked: WantedParts): Promise<void> {
  const { locales, countries } = await findWantedParts(shop);
  const isAdded = locales.some((one) => !asked.locales.includes(one)) || countries.some((one) => !asked.countries.includes(one));
  if (isAdded) await extractWhatIsMissing(shop, queue);
}

/** Two runs of a shop may end at one moment, so that a look beforehand is not enough. */
async function startUnlessOneIs(shop: ShopDb, queue: JobQueue): Promise<void> {
  if ((await findExtractInProgress(shop)) !== undefined) return;
  const extract = await insertExtractUnlessOther(shop);
  if (extract !== undefined) await queue.enqueue(shop.db, "extract.look", { extract_id: extract.id });
}
