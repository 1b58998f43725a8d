import { isDeepStrictEqual } from "node:util";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { type DatafeedWanted, isSupported, type PlatformCall, type RemoteDatafeed, type Verb } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { callPlatform, type PlatformServices } from "../channel-connections/index.ts";
import { findPack } from "../channel-files/index.ts";
import type { Services } from "../operation.ts";
import {
  type DatafeedRow,
  deleteDatafeed,
  hasClaim,
  storeDatafeedFault,
  storeFetchRun,
  storeRegistered,
  storeRemoteId,
} from "./datafeed-queries.ts";
import { findWanted } from "./wanted-datafeed.ts";

export type DatafeedServices = PlatformServices & Pick<Services, "channels" | "filesUrl">;

interface Working {
  readonly shop: ShopDb;
  readonly row: DatafeedRow;
  readonly pack: ChannelPack;
  readonly signal: AbortSignal;
}

/** A registration that is as it should be is looked at once a day: somebody may have deleted it at the platform. */
const LOOK_AGAIN_S = 24 * 3_600;
/** A fault that somebody must see to is tried again an hour later, in case they have. */
const LASTING_AGAIN_S = 3_600;
const PASSING_AGAIN_S = 15;
const PASSING_AGAIN_MAX_S = 3_600;

/**
 * Makes the platform's registration what the row wants. No platform takes an idempotency key, and some make a twin of every repeated request: so
 * before one is created, the registrations there are are listed, and one of the same URL and target is taken over. Whatever moment a worker dies
 * at, the next one finds what it left.
 */
export async function workDatafeed(services: DatafeedServices, shop: ShopDb, row: DatafeedRow, signal: AbortSignal): Promise<void> {
  const pack = findPack(services.channels, row.channel);
  if (pack === undefined)
    return storeDatafeedFault(shop, row, {
      code: "channel_unknown",
      message: "This version doesn't have the channel.",
      againS: LOOK_AGAIN_S,
    });
  const working = { shop, row, pack, signal };
  try {
    if (row.status === "removing") await remove(services, working);
    else await register(services, working);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ClaimLost) return;
    if (!(error instanceof PlatformFault)) throw error;
    services.log.warn(
      { channel: row.channel, datafeed: row.id, fault: error.code, platform_code: error.platformCode },
      "a datafeed couldn't be brought up to date",
    );
    const isRefused = row.status === "removing" && isFutile(error);
    if (isRefused && row.attempts >= REFUSALS_BEFORE_GIVING_UP) return deleteDatafeed(shop, row);
    const afterS = isRefused ? PASSING_AGAIN_S : againS(error, row.attempts);
    await storeDatafeedFault(shop, row, { code: error.code, message: error.message, againS: afterS });
  }
}

/** A platform that once refuses a token that works would otherwise keep the registration for good. */
const REFUSALS_BEFORE_GIVING_UP = 2;

/** Nobody can delete what the platform no longer lets us touch. */
const isFutile = ({ code }: PlatformFault): boolean =>
  code === "reauth_required" || code === "permission_missing" || code === "account_required";

function againS({ code, retryAfterMs }: PlatformFault, attempts: number): number {
  if (retryAfterMs !== null) return Math.ceil(retryAfterMs / 1_000);
  if (code !== "unavailable" && code !== "throttled" && code !== "not_understood") return LASTING_AGAIN_S;
  return Math.min(PASSING_AGAIN_MAX_S, PASSING_AGAIN_S * 2 ** Math.min(attempts, 10));
}

async function remove(services: DatafeedServices, working: Working): Promise<void> {
  const { shop, row, pack, signal } = working;
  const { deleteDatafeed: deleting, listDatafeeds: listing } = pack.platform;
  if (isSupported(deleting)) {
    await callPlatform(services, { pack, shop, signal, isRemoving: true }, async (call) => {
      // One that was created by a worker that died before it could store the id is ours too.
      const wanted = row.remote_id === null ? await findWanted(services, shop, row) : undefined;
      const found =
        wanted !== undefined && isSupported(listing) ? (await listing(call)).find(isOurs(row, wanted.url, row.target)) : undefined;
      const id = row.remote_id ?? found?.id;
      await requireClaim(working);
      if (id !== undefined) await deleting(call, id);
    });
  }
  await deleteDatafeed(shop, row);
}

/** Another worker has taken the row: what it does counts. */
class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}

/** Before anything is changed at the platform: a worker may have stalled past its lease since it last looked. */
async function requireClaim({ shop, row }: Pick<Working, "shop" | "row">): Promise<void> {
  if (!(await hasClaim(shop, row))) throw new ClaimLost();
}

async function register(services: DatafeedServices, working: Working): Promise<void> {
  const { shop, row, pack, signal } = working;
  const wanted = await findWanted(services, shop, row);
  if (wanted === undefined) throw new PlatformFault("refused", `Assign ${pack.displayName} to the feed again, or delete this datafeed.`);
  const remoteId = await callPlatform(services, { pack, shop, signal }, async (call) => {
    const remote = await ensure(call, working, wanted);
    if (row.remote_id !== remote.id) await storeRemoteId(shop, row, remote.id);
    if (row.fetch_wanted) await askToFetch(call, working, { ...wanted, id: remote.id });
    return remote.id;
  });
  await storeRegistered(shop, row, { remoteId, given: wanted, target: pack.platform.targetOf(wanted.targets), lookAgainS: LOOK_AGAIN_S });
}

async function askToFetch(call: PlatformCall, working: Working, wanted: DatafeedWanted & { readonly id: string }): Promise<void> {
  const { shop, row, pack } = working;
  await requireClaim(working);
  const started = await verbOf(pack.platform.fetchNow)(call, wanted);
  await storeFetchRun(shop, row.id, started?.run ?? null);
}

/** The one registration of this URL and target, made, changed or left as it is. */
async function ensure(call: PlatformCall, working: Working, wanted: DatafeedWanted): Promise<RemoteDatafeed> {
  const { row } = working;
  const { platform } = working.pack;
  const listed = await verbOf(platform.listDatafeeds)(call, undefined);
  const target = platform.targetOf(wanted.targets);
  const registered = listed.find(({ id }) => id === row.remote_id);
  const outdated = registered !== undefined && hadTarget(working, registered, target) ? registered : undefined;
  const known = (outdated === undefined ? registered : undefined) ?? listed.find(isOurs(row, wanted.url, target));
  const isAsWanted =
    row.status === "registered" && known !== undefined && known.id === row.remote_id && isDeepStrictEqual(givenOf(row), wanted);
  if (isAsWanted) return known;
  await requireClaim(working);
  const remote =
    known === undefined
      ? await verbOf(platform.createDatafeed)(call, wanted)
      : await verbOf(platform.updateDatafeed)(call, { ...wanted, id: known.id });
  if (outdated !== undefined) await verbOf(platform.deleteDatafeed)(call, outdated.id);
  return remote;
}

/** A registration keeps its label at the platform, so one that was made with another label than is wanted now is replaced. */
function hadTarget({ row: { given }, pack: { platform } }: Working, registered: RemoteDatafeed, target: string): boolean {
  const before = given === null ? target : platform.targetOf(given.targets);
  return before !== target && registered.target === before;
}

/** What the platform was given last. */
const givenOf = ({ given, remote_url: url }: DatafeedRow): object => ({ ...given, url });

/** The URL has a secret of the shop in it, so nobody else's registration has the same. */
function isOurs(row: DatafeedRow, wantedUrl: string, wantedTarget: string): (remote: RemoteDatafeed) => boolean {
  return ({ url, target }) =>
    (url === wantedUrl || (url !== null && url === row.remote_url)) && (target === null || target === wantedTarget);
}

function verbOf<Input, Output>(verb: Verb<Input, Output>): (call: PlatformCall, input: Input) => Promise<Output> {
  if (isSupported(verb)) return verb;
  throw new PlatformFault("refused", verb.instead);
}
