import { members } from "../../src/kernel/unsafe.ts";
import { fetchFeedFile, type FeedRow } from "../platforms/feed-file.ts";
import { aDayPasses } from "./passing-time.ts";
import type { PlayedPlatform } from "./played-platforms.ts";
import { answerOf, count, type PlatformScene, until } from "./platform-scene.ts";

/** What a person does about one platform, and does again when it comes to nothing. */

const FETCH_AGAIN_MS = 12_000;

/** Signed in and with an account chosen. */
export async function connected(scene: PlatformScene, platform: PlayedPlatform): Promise<void> {
  await until(scene, `connecting ${platform.slug}`, async (saw) => {
    if (await isConnected(scene, platform)) return true;
    await signIn(scene, platform);
    saw(await answerOf(scene.client.patch(`/channels/${platform.slug}`, { account_id: platform.account })));
    return undefined;
  });
}

async function isConnected({ client }: PlatformScene, { slug }: PlayedPlatform): Promise<boolean> {
  return (await answerOf(client.get(`/channels/${slug}`)))?.data["status"] === "connected";
}

/** As a browser does: to the consent page, and back to the service. */
async function signIn(scene: PlatformScene, { slug }: PlayedPlatform): Promise<void> {
  const begun = await answerOf(scene.client.post(`/channels/${slug}/connect`, {}));
  const page = begun?.data["authorize_url"];
  if (typeof page !== "string") return;
  count(scene, "sign-ins");
  const consent = await visit(page);
  const back = consent?.headers.get("location");
  if (typeof back === "string") await visit(back);
}

function visit(url: string): Promise<Response | null> {
  return fetch(url, { redirect: "manual" }).then(
    async (response) => response.arrayBuffer().then(() => response),
    () => null,
  );
}

/** A connection that a platform refused is a person's to mend. */
export async function mend(scene: PlatformScene, platform: PlayedPlatform): Promise<void> {
  const status = (await answerOf(scene.client.get(`/channels/${platform.slug}`)))?.data["status"];
  if (status !== "error" && status !== "pending") return;
  count(scene, "connections mended");
  await signIn(scene, platform);
  if (status === "pending") await answerOf(scene.client.patch(`/channels/${platform.slug}`, { account_id: platform.account }));
}

/** Has the feed registered, which may be asked for twice at once. */
export async function registered(scene: PlatformScene, platform: PlayedPlatform): Promise<void> {
  const { client, feedId, draw } = scene;
  const path = `/channels/${platform.slug}/datafeeds`;
  await until(scene, `registering at ${platform.slug}`, async (saw) => {
    const listed = await answerOf(client.get(path));
    saw(listed?.body);
    const [datafeed] = listed?.list ?? [];
    if (listed?.status === 200 && datafeed === undefined) {
      const times = draw.chance(30) ? 2 : 1;
      await Promise.all(Array.from({ length: times }, () => answerOf(client.post(path, { feed_id: feedId }))));
    }
    if (typeof datafeed?.["datafeed_id"] === "string" && platform.registrations().some(({ id }) => id === datafeed["datafeed_id"]))
      return true;
    await mend(scene, platform);
    return undefined;
  });
}

/** What the service says of the last file that the platform has read. */
export interface PlatformStatus {
  readonly state: unknown;
  readonly issues: readonly Readonly<Record<string, unknown>>[];
}

/** Waits until the platform has read a file and the service says of it what is expected. What is lost on the way is asked for again. */
export async function said(
  scene: PlatformScene,
  platform: PlayedPlatform,
  what: string,
  isExpected: (status: PlatformStatus) => Promise<boolean>,
): Promise<void> {
  const { client, db } = scene;
  const path = `/channels/${platform.slug}/datafeeds`;
  const began = performance.now();
  let askedAt = -Infinity;
  await until(scene, `${platform.slug}: ${what}`, async (saw) => {
    const id = (await answerOf(client.get(path)))?.list[0]?.["id"];
    if (typeof id !== "number") return undefined;
    const answer = await answerOf(client.get(`${path}/${id}/status`));
    if (answer !== null) saw({ answer: answer.body, items: platform.items().length });
    platform.dayPasses?.();
    if (answer?.status === 200 && (await isExpected(statusOf(answer.data)))) return true;
    await mend(scene, platform);
    const isNew = answer?.data["state"] === "never_fetched" || performance.now() - began > FETCH_AGAIN_MS;
    if (isNew && performance.now() - askedAt > FETCH_AGAIN_MS) {
      askedAt = performance.now();
      count(scene, "files read on request");
      await aDayPasses(db);
      await answerOf(client.post(`${path}/${id}/fetch`));
    }
    return undefined;
  });
}

function statusOf({ state, issues }: Readonly<Record<string, unknown>>): PlatformStatus {
  return { state, issues: Array.isArray(issues) ? issues.map(members) : [] };
}

/** Whether the platform's products are the rows of the channel's file: none lost, none doubled, none old. Null: yes. */
export async function differenceFromFile(scene: PlatformScene, platform: PlayedPlatform): Promise<string | null> {
  const url = await fileUrl(scene, platform);
  const file = url === null ? null : url.endsWith(".json") ? await fetchListings(url) : await fetchFeedFile(url);
  if (file?.kind !== "read") return `the file can't be read: ${JSON.stringify(file)}`;
  const rows = new Map(file.rows.map((row) => [row[platform.idColumn] ?? "", row]));
  const items = platform.items();
  const ids = new Set(items.map(({ id }) => id));
  if (rows.size !== file.rows.length) return "the file itself has an id twice";
  if (ids.size !== items.length) return `${items.length - ids.size} products are doubled`;
  const lost = [...rows.keys()].filter((id) => !ids.has(id));
  const surplus = [...ids].filter((id) => !rows.has(id));
  if (lost.length + surplus.length > 0) return `lost: ${lost.slice(0, 5).join()}; too many: ${surplus.slice(0, 5).join()}`;
  const old = items.find(({ id, values }) => !hasValues(rows.get(id), values));
  return old === undefined ? null : `${old.id} is ${JSON.stringify(old.values)}, in the file ${JSON.stringify(rows.get(old.id))}`;
}

/** Amazon's file: a message for each row. */
async function fetchListings(url: string): ReturnType<typeof fetchFeedFile> {
  const document = members(await fetch(url).then((response) => response.json()).catch(() => null)); // prettier-ignore
  const { messages } = document;
  if (!Array.isArray(messages)) return { kind: "failed", why: "broken" };
  return { kind: "read", columns: ["sku"], rows: messages.map((message) => ({ sku: String(members(message)["sku"]) })) };
}

function hasValues(row: FeedRow | undefined, values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([column, value]) => row?.[column] === value);
}

async function fileUrl({ client, feedId }: PlatformScene, { slug }: PlayedPlatform): Promise<string | null> {
  const url = (await answerOf(client.get(`/feeds/${feedId}/channels/${slug}`)))?.data["feed_url"];
  return typeof url === "string" ? url : null;
}

/** Ends the connection, and with it what is registered. */
export async function disconnected(scene: PlatformScene, platform: PlayedPlatform): Promise<void> {
  const { client, db, violations } = scene;
  const path = `/channels/${platform.slug}`;
  await until(scene, `disconnecting ${platform.slug}`, async (saw) => {
    const status = (await answerOf(client.get(path)))?.data["status"];
    const rows = await db.selectFrom("channel_connections").selectAll().where("channel", "=", platform.slug).execute();
    saw({ status, rows: rows.map((row) => row.status) });
    if (rows.length === 0) return true;
    if (status !== undefined && status !== "not_connected") await answerOf(client.delete(`${path}/connection`));
    return undefined;
  });
  const left = platform.mode === "push" ? platform.items().length : platform.registrations().length;
  if (left > 0) violations.push(`${platform.slug} still has ${left} of ours after the connection ended`);
  count(scene, "connections ended");
}
