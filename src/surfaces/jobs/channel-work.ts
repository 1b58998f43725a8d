import { setTimeout as sleep } from "node:timers/promises";
import { removeConnection } from "../../features/channel-connections/index.ts";
import {
  channelWorkWaits,
  claimDatafeed,
  type ClaimedRemoval,
  claimRemoval,
  type DatafeedServices,
  dropUnassigned,
  forgetRemoving,
  keepLease,
  keepRemoval,
  LEASE_SECONDS,
  markAllRemoving,
  markOldAddressesDue,
  releaseDatafeed,
  releaseRemoval,
  workDatafeed,
} from "../../features/datafeeds/index.ts";
import {
  claimReading,
  keepReading,
  type ReadingServices,
  readingsWait,
  releaseReading,
  settleReadings,
  workReading,
} from "../../features/platform-issues/index.ts";
import {
  claimSync,
  forgetPushes,
  insertDuePushes,
  keepSync,
  pushingChannels,
  releaseSync,
  type SyncServices,
  syncsWait,
  wantRemovals,
  workSync,
} from "../../features/syncs/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { type Db, openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type Lease, underLease } from "./lease.ts";
import { startWorkLoop, type Taking } from "./work-loop.ts";

type ChannelServices = DatafeedServices & SyncServices & ReadingServices;

/** What is done at the platforms themselves: registrations are made what they should be, and connections end. It waits for others, so it takes no place of extracts and runs. */
export interface ChannelWorkOptions {
  readonly db: Db;
  readonly services: ChannelServices;
  /** Pieces of work at a time in this process. */
  readonly capacity?: number;
  readonly lookEveryMs?: number;
}

const CAPACITY = 8;
/** A registration begins this long after it is asked for at most. */
const LOOK_EVERY_MS = 1_000;
const TIDY_EVERY_LOOKS = 60;

export function startChannelWork({ db, services, capacity = CAPACITY, lookEveryMs = LOOK_EVERY_MS }: ChannelWorkOptions): Taking {
  const take = async (signal: AbortSignal): Promise<boolean> =>
    (await registerNext(db, services, signal)) ||
    (await syncNext(db, services, signal)) ||
    (await removeNext(db, services, signal)) ||
    readNext(db, services, signal);
  const loop = startWorkLoop({ slots: capacity, take, log: services.log });
  const stopping = new AbortController();
  const looking = keepLooking({ db, services, lookEveryMs, signal: stopping.signal, wake: () => loop.wake() });
  return {
    finish: () => loop.finish(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all([loop[Symbol.asyncDispose](), looking]);
    },
  };
}

interface Looking extends Required<Pick<ChannelWorkOptions, "db" | "services" | "lookEveryMs">> {
  readonly signal: AbortSignal;
  readonly wake: () => void;
}

async function keepLooking({ db, services, lookEveryMs, signal, wake }: Looking): Promise<void> {
  for (let look = 0; !signal.aborted; look += 1) {
    if (look % TIDY_EVERY_LOOKS === 0) await tidy(db, services);
    if (await anythingWaits(db).catch(() => false)) wake();
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function tidy(db: Db, services: ChannelServices): Promise<void> {
  const parts = [
    () => dropUnassigned(db),
    () => markOldAddressesDue(db, services.filesUrl),
    () => insertDuePushes(db, pushingChannels(services.channels)),
    () => settleReadings(services, db, openShop),
  ];
  for (const part of parts)
    await part().catch((error: unknown) => services.log.debug({ error: String(error) }, "registrations could not be looked through"));
}

async function registerNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const row = await claimDatafeed(db);
  if (row === undefined) return false;
  const shop = openShop(db, storedId("shop", row.shop_id));
  const lease = { beat: () => keepLease(shop, row, LEASE_SECONDS), signal };
  return carryOut(lease, { work: (working) => workDatafeed(services, shop, row, working), release: () => releaseDatafeed(shop, row) });
}

interface LeasedWork {
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Gives the lease up, so that another worker need not wait until it is over. */
  readonly release: () => Promise<void>;
}

/** Always true: something was taken. Work that a stopping worker breaks off is given back. */
async function carryOut(lease: Lease, { work, release }: LeasedWork): Promise<true> {
  try {
    await underLease(lease, work);
  } catch (error) {
    if (!lease.signal.aborted) throw error;
    await release();
  }
  return true;
}

async function anythingWaits(db: Db): Promise<boolean> {
  return (await channelWorkWaits(db)) || (await syncsWait(db)) || readingsWait(db);
}

async function syncNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const row = await claimSync(db, LEASE_SECONDS);
  if (row === undefined) return false;
  const shop = openShop(db, storedId("shop", row.shop_id));
  const beat = (): Promise<boolean> => keepSync(shop, row, LEASE_SECONDS);
  return carryOut(
    { beat, signal },
    { work: (working) => workSync(services, { shop, row, signal: working }), release: () => releaseSync(shop, row) },
  );
}

/** Last of all: it takes the longest, and nothing waits for it. */
async function readNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const row = await claimReading(db);
  if (row === undefined) return false;
  const shop = openShop(db, storedId("shop", row.shop_id));
  const work = (working: AbortSignal) => workReading(services, { shop, row, signal: working });
  return carryOut({ beat: () => keepReading(shop, row), signal }, { work, release: () => releaseReading(shop, row) });
}

/** First what is registered or was sent goes, then the grant. */
async function removeNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const claimed = await claimRemoval(db);
  if (claimed === undefined) return false;
  const shop = openShop(db, storedId("shop", claimed.shop_id));
  const beat = (): Promise<boolean> => keepRemoval(db, claimed);
  try {
    await underLease({ beat, signal }, (working) => endConnection(services, { shop, claimed, signal: working }));
  } finally {
    await releaseRemoval(db, claimed);
  }
  return true;
}

interface Ending {
  readonly shop: ShopDb;
  readonly claimed: ClaimedRemoval;
  readonly signal: AbortSignal;
}

async function endConnection(services: ChannelServices, { shop, claimed, signal }: Ending): Promise<void> {
  const pack = services.channels.find(({ slug }) => slug === claimed.channel);
  const isOverdue = claimed.is_overdue;
  const registered = await markAllRemoving(shop, claimed);
  const sent = (await keepRemoval(shop.db, claimed)) ? await wantRemovals(shop, claimed.channel) : 0;
  if (isOverdue) {
    await forgetRemoving(shop, claimed);
    await forgetPushes(shop, claimed.channel);
  }
  if (pack === undefined || (registered + sent > 0 && !isOverdue)) return;
  // A worker that stalled may find the shop connected again.
  if (await keepRemoval(shop.db, claimed)) await removeConnection(services, { pack, shop, claimed, signal, isOverdue });
}
