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
    if (readsOf(platform) === mark.reads)
      violations.push(`${platform.slug}: a sync succeeded (${String(newest.details)}), but the platform was never told`);
    return true;
  });
  count(scene, "syncs");
}

async function newestSync({ client, feedId }: PlatformScene, { slug }: PlayedPlatform) {
  const answer = await answerOf(client.get(`/feeds/${feedId}/channels/${slug}/syncs?per_page=1`));
  if (answer?.status !== 200) return undefined;
  const [newest] = answer.list;
  return { id: Number(newest?.["id"] ?? 0), status: newest?.["status"], details: newest?.["error_details"] };
}
