import { type FeedId, formatId, type RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { emit, type EventSource } from "../events/index.ts";
import type { Services } from "../operation.ts";
import { feedAnswer } from "./feed-answers.ts";
import { feedCreated, type FileDifference, feedUpdated } from "./feed-events.ts";
import { findFeedView, findFirstFeedAt, lockShopOfFeeds, markFirstFeed } from "./feed-queries.ts";

/**
 * Before anything else is locked by whoever may publish: where the shop has had no live run yet, its row is locked, because the shop's
 * first one is noted there and a shop is locked before its feeds. Later ones do not need it, and pass by each other.
 */
export async function holdFirstFeed(shop: ShopDb): Promise<void> {
  if ((await findFirstFeedAt(shop)) === null) await lockShopOfFeeds(shop);
}

/** Emits what follows from a run becoming the feed's live one. Called after that change, in its transaction. */
export async function tellPublished(
  { shop, clock, filesUrl }: EventSource & Pick<Services, "filesUrl">,
  { feedId, runId, difference }: { readonly feedId: FeedId; readonly runId: RunId; readonly difference: FileDifference },
): Promise<void> {
  const isFirst = await markFirstFeed(shop, clock.now());
  const view = await findFeedView(shop, feedId);
  if (view === undefined) throw new Error(`feed ${feedId} is gone`);
  const feed = feedAnswer(view, filesUrl);
  if (isFirst) await emit({ shop, clock }, feedCreated, feed);
  await emit({ shop, clock }, feedUpdated, { ...feed, run_id: formatId("run", runId), ...difference });
}
