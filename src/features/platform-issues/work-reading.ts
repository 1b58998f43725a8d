import type { ChannelPack } from "../../channels/channel-port.ts";
import { isSupported, type PlatformCall } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { callPlatform, type PlatformServices } from "../channel-connections/index.ts";
import { type AssignedChannel, assignedChannel, findAssignment } from "../channel-files/index.ts";
import { listRegistered } from "../datafeeds/index.ts";
import { type FeedCheckedChannel } from "../findings/index.ts";
import { findFeed } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { findingOf } from "./matching-finding.ts";
import { type ItemLines, openItemLines } from "./item-lines.ts";
import { platformTargets } from "./platform-targets.ts";
import { readingPrefix, storeItems } from "./store-items.ts";
import { findPushedAt, findRunLiveAt, type ReadingRow, storeReading, storeReadingFault } from "./reading-queries.ts";

export type ReadingServices = PlatformServices & Pick<Services, "channels" | "objects" | "warehouse">;

interface Working {
  readonly services: ReadingServices;
  readonly shop: ShopDb;
  readonly row: ReadingRow;
  readonly signal: AbortSignal;
}

/** A larger account is read up to here; no shop's plan has this many rows. */
const ITEMS_MAX = 2_000_000;
/** Even if every page is nearly empty. */
const PAGES_MAX = 200_000;

/** A fault that someone must act on is tried again an hour later, in case they have. */
const LASTING_AGAIN_S = 3_600;
const PASSING_AGAIN_S = 60;
const PASSING_AGAIN_MAX_S = 3_600;

/** Reads what the platform says about every item. If that fails, the last complete reading stays, and it starts again from the first page later. */
export async function workReading(services: ReadingServices, work: Omit<Working, "services">): Promise<void> {
  const working = { services, ...work };
  const { shop, row, signal } = working;
  try {
    await read(working);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlatformFault)) {
      await storeReadingFault(shop, row, { ...UNEXPECTED, againS: againAfterS(row.failures), isLasting: false });
      throw error;
    }
    const about = { channel: row.channel, reading: row.id, fault: error.code, platform_code: error.platformCode };
    services.log.warn(about, "item statuses couldn't be read");
    await storeReadingFault(shop, row, { code: error.code, message: error.message, ...putOff(error, row.failures) });
  }
}

const UNEXPECTED = { code: "internal_error", message: "Something went wrong on our side. It's tried again automatically." };

function putOff({ code, retryAfterMs }: PlatformFault, failures: number) {
  const isLasting = code !== "unavailable" && code !== "throttled" && code !== "not_understood";
  if (retryAfterMs !== null) return { againS: Math.ceil(retryAfterMs / 1_000), isLasting };
  return { againS: isLasting ? LASTING_AGAIN_S : againAfterS(failures), isLasting };
}

const againAfterS = (failures: number): number => Math.min(PASSING_AGAIN_MAX_S, PASSING_AGAIN_S * 2 ** Math.min(failures, 10));

async function read(working: Working): Promise<void> {
  const { services, shop, row, signal } = working;
  const channel = await channelOf(working);
  const feedId = storedId("feed", row.feed_id);
  const fetchedAt = services.clock.now();
  await using scratch = await services.objects.scratch();
  const lines = scratch.file("items.jsonl");
  const said = await callPlatform(services, { pack: channel.pack, shop, signal }, async (call) => {
    const fileReadAt = await lastFileRead(working, call, channel.pack);
    await using items = await openItemLines(lines);
    const isCut = await readAll(working, { call, channel, items });
    return { accountId: call.account().id, fileReadAt, isCut };
  });
  const stored = await storeItems(services, { shop, scratch, lines, signal, prefix: readingPrefix(row, row.claims) });
  const judgedRunId = said.fileReadAt === null ? null : ((await findRunLiveAt(shop, feedId, said.fileReadAt)) ?? null);
  if (await storeReading(shop, row, { ...said, ...stored, fetchedAt, judgedRunId })) await removeBefore(services, row);
  else await services.objects.remove(readingPrefix(row, row.claims));
}

/** What earlier claims left, the reading that was just replaced among it. Claims that found a fault left nothing. */
async function removeBefore({ objects }: ReadingServices, row: ReadingRow): Promise<void> {
  if (row.object_key !== null) await objects.remove(row.object_key.slice(0, row.object_key.lastIndexOf("/") + 1));
}

async function channelOf({ services, shop, row }: Working): Promise<FeedCheckedChannel> {
  const feedId = storedId("feed", row.feed_id);
  const [feed, assignment] = [await findFeed(shop, feedId), await findAssignment(shop, feedId, row.channel)];
  const assigned: AssignedChannel | undefined = assignment === undefined ? undefined : assignedChannel(services.channels, assignment);
  if (feed === undefined || assigned === undefined)
    throw new PlatformFault("refused", "The channel isn't assigned to the feed any more. Assign it again.");
  return { ...assigned, feed };
}

/** When the platform last read the feed's file, or got its rows; null: it doesn't say, or is reading it now. Of several registrations, the one that is furthest behind counts. */
async function lastFileRead({ shop, row }: Working, call: PlatformCall, { slug, platform }: ChannelPack): Promise<Date | null> {
  const feedId: FeedId = storedId("feed", row.feed_id);
  if (platform.mode === "push") return findPushedAt(shop, { feedId, channel: slug });
  const { latestProcessing } = platform;
  if (!isSupported(latestProcessing)) return null;
  const times: number[] = [];
  for (const { remote_id: remoteId } of await listRegistered(shop, slug, feedId)) {
    const processing = remoteId === null ? undefined : await latestProcessing(call, remoteId).catch(nothingIfMissing);
    if (processing?.state !== "succeeded" || processing.lastFetchedAt === null) return null;
    times.push(Date.parse(processing.lastFetchedAt));
  }
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function nothingIfMissing(error: unknown): undefined {
  if (!(error instanceof PlatformFault) || error.code !== "not_found") throw error;
}

interface Reading {
  readonly call: PlatformCall;
  readonly channel: FeedCheckedChannel;
  readonly items: ItemLines;
}

/** All pages, for each registration of the feed. Answers whether there was more than is read. */
async function readAll({ shop, row, signal }: Working, { call, channel, items }: Reading): Promise<boolean> {
  const { itemStatuses } = channel.pack.platform;
  if (!isSupported(itemStatuses)) throw new PlatformFault("refused", itemStatuses.instead);
  const matching = findingOf(channel);
  const targets = await platformTargets(shop, channel, storedId("feed", row.feed_id));
  let pages = 0;
  for (const [target, settings] of targets.entries()) {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const page: Awaited<ReturnType<typeof itemStatuses>> = await itemStatuses(call, { after, settings });
      await items.write(target, page.items, matching);
      pages += 1;
      if (items.count() >= ITEMS_MAX || pages >= PAGES_MAX) return true;
      if (page.next !== null && page.next === after)
        throw new PlatformFault(
          "not_understood",
          `${channel.pack.displayName} answered the same page of items twice. It's tried again later.`,
        );
      after = page.next;
    } while (after !== null);
  }
  return false;
}
