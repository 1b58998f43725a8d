import type { FeedId } from "../../kernel/ids.ts";
import { outdateFeed } from "../feeds/index.ts";
import type { ShopChange } from "../operation.ts";
import { triggerRun } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";

/**
 * Runs a feed whose channels have changed. They are no part of the definition that versions keep, but they decide what a run makes, so
 * the feed's version grows: a run under way is then known to have read other channels.
 */
export async function runChanged({ shop, queue }: ShopChange, feedId: FeedId): Promise<void> {
  const feed = await outdateFeed({ shop, queue }, feedId);
  const snapshot = await findLiveSnapshot(shop);
  if (feed !== undefined && snapshot !== undefined)
    await triggerRun(shop, queue, { feed, extractId: snapshot.extractId, trigger: "settings" });
}
