import type { FeedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { storedActor } from "../audit/index.ts";
import type { Actor } from "../operation.ts";
import type { FeedRow } from "./feed-queries.ts";
import { forgetVersions, insertVersion, raiseVersion } from "./version-queries.ts";

/** Of a feed: years of changes by hand, and at least six of the largest definition there may be. Every one that is kept can be restored. */
const VERSIONS_KEPT = { versions: 1_000, bytes: 64 * 1024 ** 2 } as const;

/** What every change of a feed needs: its transaction, and the queue to tell of it. */
interface Outdating {
  readonly shop: ShopDb;
  readonly queue: JobQueue;
}

/** Who changes a feed, in which transaction. */
interface Changing extends Outdating {
  readonly actor: Actor;
}

/**
 * Keeps the feed's definition as a new version, and answers the feed as it is now. For `changeDefinition` alone, which calls it behind
 * the change, in its transaction and with the feed's lock held, so that versions and changes keep one order.
 * `summary`: what the change was, as a sentence.
 */
export async function recordVersion({ shop, queue, actor }: Changing, id: FeedId, summary: string): Promise<FeedRow | undefined> {
  const feed = await outdateFeed({ shop, queue }, id);
  if (feed === undefined) return undefined;
  await insertVersion(shop, id, { summary, createdBy: storedActor(actor) });
  await forgetVersions(shop, id, VERSIONS_KEPT);
  return feed;
}

/**
 * Says that what the feed comes to has changed, so that whatever was computed before is out of date; its scope is computed again in the
 * background. It is all there is to do where what the feed reads has changed and not its definition, as a lookup table.
 */
export async function outdateFeed({ shop, queue }: Outdating, id: FeedId): Promise<FeedRow | undefined> {
  const feed = await raiseVersion(shop, id);
  if (feed !== undefined) await queue.enqueue(shop.db, "scope.look", { feed_id: feed.id });
  return feed;
}
