import { setTimeout as sleep } from "node:timers/promises";
import { removeConnection } from "../../features/channel-connections/index.ts";
import {
  channelWorkWaits,
  claimDatafeed,
  claimRemoval,
  type DatafeedServices,
  dropUnassigned,
  forgetRemoving,
  keepLease,
  LEASE_SECONDS,
  markAllRemoving,
  releaseRemoval,
  workDatafeed,
} from "../../features/datafeeds/index.ts";
import {
  claimSync,
  forgetPushes,
  insertDuePushes,
  keepSync,
  pushingChannels,
  type SyncServices,
  syncsWait,
  wantRemovals,
  workSync,
} from "../../features/syncs/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { underLease } from "./lease.ts";
import { startWorkLoop } from "./work-loop.ts";

type ChannelServices = DatafeedServices & SyncServices;

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

export function startChannelWork({ db, services, capacity = CAPACITY, lookEveryMs = LOOK_EVERY_MS }: ChannelWorkOptions): AsyncDisposable {
  const take = async (signal: AbortSignal): Promise<boolean> =>
    (await registerNext(db, services, signal)) || (await syncNext(db, services, signal)) || removeNext(db, services, signal);
  const loop = startWorkLoop({ slots: capacity, take, log: services.log });
  const stopping = new AbortController();
  const looking = keepLooking({ db, services, lookEveryMs, signal: stopping.signal, wake: () => loop.wake() });
  return {
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
    if (look % TIDY_EVERY_LOOKS === 0)
      await tidy(db, services).catch((error: unknown) =>
        services.log.debug({ error: String(error) }, "registrations could not be looked through"),
      );
    if (await anythingWaits(db).catch(() => false)) wake();
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function tidy(db: Db, { channels }: ChannelServices): Promise<void> {
  await dropUnassigned(db);
  await insertDuePushes(db, pushingChannels(channels));
}

async function registerNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const row = await claimDatafeed(db);
  if (row === undefined) return false;
  const shop = openShop(db, storedId("shop", row.shop_id));
  await underLease({ beat: () => keepLease(shop, row.id, LEASE_SECONDS), signal }, (working) => workDatafeed(services, shop, row, working));
  return true;
}

async function anythingWaits(db: Db): Promise<boolean> {
  return (await channelWorkWaits(db)) || syncsWait(db);
}

async function syncNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const row = await claimSync(db, LEASE_SECONDS);
  if (row === undefined) return false;
  const shop = openShop(db, storedId("shop", row.shop_id));
  const beat = (): Promise<boolean> => keepSync(shop, row, LEASE_SECONDS);
  await underLease({ beat, signal }, (working) => workSync(services, { shop, row, signal: working }));
  return true;
}

/** First what is registered or was sent goes, then the grant. */
async function removeNext(db: Db, services: ChannelServices, signal: AbortSignal): Promise<boolean> {
  const claimed = await claimRemoval(db);
  if (claimed === undefined) return false;
  const shop = openShop(db, storedId("shop", claimed.shop_id));
  const pack = services.channels.find(({ slug }) => slug === claimed.channel);
  try {
    const registered = (await markAllRemoving(shop, claimed.channel)) + (await wantRemovals(shop, claimed.channel));
    const isOverdue = claimed.is_overdue;
    if (isOverdue) {
      await forgetRemoving(shop, claimed.channel);
      await forgetPushes(shop, claimed.channel);
    }
    if (pack !== undefined && (registered === 0 || isOverdue)) await removeConnection(services, { pack, shop, signal, isOverdue });
  } finally {
    await releaseRemoval(db, claimed);
  }
  return true;
}
