import { aDayPasses } from "./passing-time.ts";
import { mend } from "./platform-journey.ts";
import type { PlayedPlatform } from "./played-platforms.ts";
import { answerOf, count, type PlatformScene, until } from "./platform-scene.ts";

/** Which sync of a channel was the newest, and how often the platform had been told to read the file. */
interface SyncMark {
  readonly sync: number;
  readonly reads: number;
}

const readsOf = (platform: PlayedPlatform): number => platform.registrations().reduce((sum, { reads }) => sum + reads, 0);

export async function markSyncs(scene: PlatformScene, platform: PlayedPlatform): Promise<SyncMark> {
  const newest = await until(scene, `listing syncs of ${platform.slug}`, () => newestSync(scene, platform));
  return { sync: newest.id, reads: readsOf(platform) };
}

/** After a publish the channel is told: a sync that says it succeeded has told it. */
export async function told(scene: PlatformScene, platform: PlayedPlatform, mark: SyncMark): Promise<void> {
  const { client, feedId, violations } = scene;
  await until(scene, `telling ${platform.slug} of the new file`, async (saw) => {
    const newest = await newestSync(scene, platform);
    saw(newest);
    if (newest === undefined || newest.id <= mark.sync || newest.status === "pending") return undefined;
    if (newest.status === "failed") {
      // It says why, and a person starts it again.
      count(scene, "syncs started again");
      await mend(scene, platform);
      await answerOf(client.post(`/feeds/${feedId}/channels/${platform.slug}/sync`));
      return undefined;
    }
    if (platform.mode === "fetch" && readsOf(platform) === mark.reads)
      violations.push(`${platform.slug}: a sync succeeded (${String(newest.details)}), but the platform was never told`);
    return true;
  });
  count(scene, "syncs");
}

/** What a sync says of the rows that were sent. */
interface SyncStatus {
  readonly status: unknown;
  /** Refused rows, or null. */
  readonly details: unknown;
}

const SYNC_AGAIN_MS = 12_000;

/** Waits until the newest sync has ended and says what is expected. What isn't sent again by itself is asked for. */
export async function saidBySync(
  scene: PlatformScene,
  platform: PlayedPlatform,
  what: string,
  isExpected: (sync: SyncStatus) => Promise<boolean>,
): Promise<void> {
  let askedAt = -Infinity;
  await until(scene, `${platform.slug}: ${what}`, async (saw) => {
    const newest = await newestSync(scene, platform);
    saw({ newest, items: platform.items().length });
    if (newest === undefined || newest.status === "pending") return undefined;
    if (newest.id > 0 && (await isExpected(newest))) return true;
    await mend(scene, platform);
    if (performance.now() - askedAt < SYNC_AGAIN_MS) return undefined;
    askedAt = performance.now();
    count(scene, "syncs started again");
    await aDayPasses(scene.db);
    await answerOf(scene.client.post(`/feeds/${scene.feedId}/channels/${platform.slug}/sync`));
    return undefined;
  });
}

async function newestSync({ client, feedId }: PlatformScene, { slug }: PlayedPlatform) {
  const answer = await answerOf(client.get(`/feeds/${feedId}/channels/${slug}/syncs?per_page=1`));
  if (answer?.status !== 200) return undefined;
  const [newest] = answer.list;
  return { id: Number(newest?.["id"] ?? 0), status: newest?.["status"], details: newest?.["error_details"] };
}
