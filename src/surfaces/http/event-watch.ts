import {
  findEndedHolders,
  findHorizon,
  findShopsWithEvents,
  type StreamHolder,
  type TransactionNumber,
} from "../../features/events/index.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

/**
 * Looks for new events of all shops that have a stream in this process: one small query twice a second, however many streams there are. It only
 * wakes streams; each reads on from its own place, so nothing that happens here can lose or double an event. Every process looks for itself,
 * so it doesn't matter which one made the event.
 */
export interface EventWatch {
  /** Until disposed. */
  add(stream: WatchedStream): Disposable;
}

export interface WatchedStream {
  readonly holder: StreamHolder;
  /** There may be something to read. */
  wake(): void;
  /** Its holder may no longer read. */
  end(): void;
}

const LOOK_EVERY_MS = 500;
/** Looks between two checks of who may still read: every two seconds. */
const LOOKS_PER_CHECK = 4;

export function watchEvents(db: Db, log: Logger): EventWatch {
  const streams = new Set<WatchedStream>();
  let timer: NodeJS.Timeout | undefined;
  let since: TransactionNumber | undefined;
  let looks = 0;

  const look = async (): Promise<void> => {
    const seen = [...streams];
    const found = await newEvents(db, seen, since);
    since = found.horizon;
    // A stream that was added meanwhile may have read before this look did.
    for (const stream of streams) if (found.isNew(stream) || !seen.includes(stream)) stream.wake();
    looks += 1;
    if (looks % LOOKS_PER_CHECK !== 0) return;
    const ended = new Set(
      await findEndedHolders(
        db,
        seen.map(({ holder }) => holder),
      ),
    );
    for (const [place, stream] of seen.entries()) if (ended.has(place)) stream.end();
  };

  const lookOn = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      log.debug({ error: String(error) }, "could not look for new events");
    }
    timer = streams.size === 0 ? undefined : setTimeout(() => void lookOn(), LOOK_EVERY_MS).unref();
    if (timer === undefined) since = undefined;
  };

  return {
    add(stream) {
      streams.add(stream);
      timer ??= setTimeout(() => void lookOn(), LOOK_EVERY_MS).unref();
      return { [Symbol.dispose]: () => void streams.delete(stream) };
    },
  };
}

interface Found {
  readonly horizon: TransactionNumber;
  readonly isNew: (stream: WatchedStream) => boolean;
}

/** At the first look nobody knows since when, so every stream reads. */
async function newEvents(db: Db, streams: readonly WatchedStream[], since: TransactionNumber | undefined): Promise<Found> {
  if (since === undefined) return { horizon: await findHorizon(db), isNew: () => true };
  const asked = [...new Set(streams.map(({ holder }) => holder.shopId))];
  const { horizon, shops } = await findShopsWithEvents(db, asked, since);
  const moved = new Set(shops);
  return { horizon, isNew: ({ holder }) => moved.has(holder.shopId) };
}
