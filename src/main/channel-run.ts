import type { App } from "../app.ts";
import { findFeed } from "../features/feeds/index.ts";
import { findLiveSnapshot } from "../features/snapshots/index.ts";
import type { FeedId } from "../kernel/ids.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import { runAndFollow, runText } from "./commands/run.ts";

/** Changes a feed's channels, then waits for the run that follows. Answers what came of it, in words; blank if nothing was to be run. */
export async function runAfterChange(app: App, shop: ShopDb, { feedId, change }: FeedChange): Promise<string> {
  const before = await findFeed(shop, feedId);
  await change();
  const feed = await findFeed(shop, feedId);
  if (feed === undefined || !feed.active || feed.definition_version === before?.definition_version) return "";
  if ((await findLiveSnapshot(shop)) === undefined) return "The feed runs with the shop's first extract.\n";
  return runText(await runAndFollow(app, shop, feedId));
}

interface FeedChange {
  readonly feedId: FeedId;
  readonly change: () => Promise<unknown>;
}
