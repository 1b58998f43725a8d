import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { listSyncs, syncChannel, SyncShape } from "../../features/syncs/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import { openChannel, type OpenedChannel, type ShopChannel } from "../channel-operation.ts";
import { type Sync, syncText } from "../channel-text.ts";
import { isServiceRunning, serviceNote } from "../command-app.ts";
import { progressLine } from "../progress-line.ts";
import { stopSignal } from "../stop-signal.ts";

export interface ChannelSyncOptions {
  /** False: `--no-wait`. */
  readonly wait: boolean;
  readonly json?: boolean;
}

/** Starts a sync of a feed and channel, and follows it to its end where a service does it. Throws why it failed. */
export async function syncFeed(options: ShopChannel & ChannelSyncOptions & { readonly feed: string }): Promise<void> {
  const { shop, channel, feed, wait, json } = options;
  const feedId = parseId("feed", feed);
  if (feedId === undefined)
    throw new PlainError("feed_unknown", `There is no feed ${feed}. List the feeds of a shop with: feedwright feed list --shop ${shop}`);
  await using opened = await openChannel({ shop, channel });
  const of = { feed_id: String(feedId) };
  const started = SyncShape.parse(await opened.perform(syncChannel, { path: of }));
  const isFollowed = wait && (await isServiceRunning(opened.app));
  const sync = isFollowed ? await followSync(opened, of, started) : started;
  const note = await serviceNote(opened.app);
  process.stdout.write(
    json === true ? `${JSON.stringify(sync)}\n` : syncText(sync, { platform: opened.pack.displayName, named: `${shop} ${channel}`, note }),
  );
  if (sync.status === "failed") throw new PlainError("sync_failed", sync.error_details ?? "The sync failed.");
}

const LOOK_EVERY_MS = 500;
/** Tries of a sync go on for about an hour. */
const PATIENCE_MS = 2 * 60 * 60_000;

/** The sync when it is over, or as it is when the person stops waiting. */
async function followSync(opened: OpenedChannel, path: { readonly feed_id: string }, { id }: Sync): Promise<Sync> {
  const progress = progressLine(process.stderr);
  const isStopped = stopSignal().then(() => true);
  const deadline = Date.now() + PATIENCE_MS;
  try {
    for (;;) {
      progress.show(`Syncing with ${opened.pack.displayName}`, null);
      const sync = z
        .array(SyncShape)
        .parse(await opened.perform(listSyncs, { path }))
        .find((one) => one.id === id);
      if (sync === undefined) throw new PlainError("sync_gone", "The sync was removed while this command waited for it.");
      if (sync.status !== "pending" || Date.now() >= deadline) return sync;
      if (await Promise.race([isStopped, sleep(LOOK_EVERY_MS, false)])) return sync;
    }
  } finally {
    progress.done();
  }
}
