import type { ChannelPack } from "../../channels/channel-port.ts";
import { storedId } from "../../kernel/ids.ts";
import { isSupported } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { callPlatform, type PlatformServices } from "../channel-connections/index.ts";
import { findPack } from "../channel-files/index.ts";
import { type DatafeedRow, findWanted, LEASE_SECONDS, listRegistered, storeFetchRun } from "../datafeeds/index.ts";
import type { Services } from "../operation.ts";
import { isAskedBy, type ReadBack, readBack } from "./read-back.ts";
import { againAfterS, ATTEMPTS_MAX, UNEXPECTED } from "./sync.ts";
import { finishSync } from "./sync-end.ts";
import { findLiveRows, keepSync, putOffSync, type SyncRow } from "./sync-queries.ts";
import { workPush } from "./work-push.ts";

export type SyncServices = PlatformServices & Pick<Services, "channels" | "filesUrl" | "objects" | "warehouse">;

interface Working {
  readonly services: SyncServices;
  readonly shop: ShopDb;
  readonly row: SyncRow;
  readonly signal: AbortSignal;
}

/** Tells the platform of the feed's live file, or sends its rows. What passes is tried again; anything else fails the sync and says what to do. */
export async function workSync(services: SyncServices, { shop, row, signal }: Omit<Working, "services">): Promise<void> {
  const working = { services, shop, row, signal };
  if (row.mode === "push") return workPush(services, working);
  try {
    const pack = findPack(services.channels, row.channel);
    if (pack === undefined) throw new PlatformFault("refused", "This version doesn't have the channel. Update Feedwright.");
    const note = await askToFetch(working, pack);
    const read = await readBack(services, { shop, row, pack, signal });
    if (read === "processing" && row.attempts < ATTEMPTS_MAX) return await putOffSync(shop, row, againAfterS(row.attempts));
    await finish(working, endOf(pack, note, read));
  } catch (error) {
    signal.throwIfAborted();
    await endOrPutOff(working, error);
  }
}

async function endOrPutOff(working: Working, error: unknown): Promise<void> {
  const { services, shop, row } = working;
  const fault = error instanceof PlatformFault ? error : null;
  const about = { channel: row.channel, sync: row.id, fault: fault?.code ?? String(error), platform_code: fault?.platformCode ?? null };
  services.log.warn(about, "a sync failed");
  const isPassing = fault === null || fault.code === "unavailable" || fault.code === "throttled";
  if (!isPassing || row.attempts >= ATTEMPTS_MAX)
    return finish(working, { status: "failed", errorsCount: 1, errorDetails: fault?.message ?? UNEXPECTED });
  const retryAfterMs = fault?.retryAfterMs ?? null;
  return putOffSync(shop, row, retryAfterMs === null ? againAfterS(row.attempts) : Math.ceil(retryAfterMs / 1_000));
}

function endOf({ displayName }: ChannelPack, note: string | null, read: ReadBack | "processing" | null): ReadBack {
  if (read !== null && read !== "processing") return read;
  const slow = `${displayName} is still reading the file. The datafeed's status shows what comes of it.`;
  return { status: "success", errorsCount: 0, errorDetails: read === "processing" ? slow : note };
}

/** Asks the platform to read each registration of the feed. Answers what kept it from asking now, if anything. */
async function askToFetch({ services, shop, row, signal }: Working, pack: ChannelPack): Promise<string | null> {
  const { fetchNow } = pack.platform;
  if (!isSupported(fetchNow)) return fetchNow.instead;
  const notes: string[] = [];
  for (const datafeed of await listRegistered(shop, pack.slug, storedId("feed", row.feed_id))) {
    if (isAskedBy(row, datafeed)) continue;
    const note = await callPlatform(services, { pack, shop, signal }, async (call) => {
      const wanted = await findWanted(services, shop, datafeed);
      if (wanted === undefined || datafeed.remote_id === null) return null;
      if (wasJustAsked(pack, datafeed, services.clock.now())) return tooSoon(pack);
      // A worker that stalled past its lease leaves the asking to the one that has the sync now.
      if (!(await keepSync(shop, row, LEASE_SECONDS))) return null;
      const started = await fetchNow(call, { ...wanted, id: datafeed.remote_id });
      await storeFetchRun(shop, datafeed.id, started?.run ?? null);
      return null;
    });
    if (note !== null) notes.push(note);
  }
  return notes[0] ?? null;
}

function wasJustAsked({ platform }: ChannelPack, { fetch_asked_at: asked }: DatafeedRow, now: Date): boolean {
  return asked !== null && now.getTime() - asked.getTime() < platform.fetchEveryMs;
}

function tooSoon({ displayName }: ChannelPack): string {
  return `${displayName} was asked to fetch this feed a short while ago and takes no further request yet. It reads the new file by its schedule.`;
}

async function finish({ services, shop, row }: Working, end: ReadBack): Promise<void> {
  await finishSync(services, { shop, row }, async (inside, of) => {
    const rowsSent = end.status === "success" ? await findLiveRows(inside, of) : null;
    return { ...end, rowsSent };
  });
}
