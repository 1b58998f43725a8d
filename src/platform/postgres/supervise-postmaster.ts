import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { stopPostmaster, type Postmaster } from "./postmaster.ts";

/**
 * A server that ends without being asked is started again, for as long as it takes: processes of the old one may still hold
 * its memory for a moment, a full disk may be emptied. Queries fail in between; nobody has to be told.
 */

const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 2_000;

type Relaunch = (signal: AbortSignal) => Promise<Postmaster>;

/** Disposing stops the server and the watch over it. */
export function supervisePostmaster(first: Postmaster, relaunch: Relaunch, log: Logger): AsyncDisposable {
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  const watched = watch();

  async function watch(): Promise<Postmaster | undefined> {
    let current: Postmaster | undefined = first;
    while (current !== undefined) {
      await Promise.race([current.exited, stopped]);
      if (stop.signal.aborted) return current;
      log.error({ pid: current.pid }, "the built-in PostgreSQL exited; restarting it");
      current = await relaunchUntil(stop.signal);
    }
    return undefined;
  }

  async function relaunchUntil(signal: AbortSignal): Promise<Postmaster | undefined> {
    for (let delayMs = RETRY_MIN_MS; !signal.aborted; delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
      try {
        return await relaunch(signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, delayMs }, "the built-in PostgreSQL doesn't start yet");
      }
      await Promise.race([sleep(delayMs), stopped]);
    }
    return undefined;
  }

  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      const last = await watched;
      if (last !== undefined) await stopPostmaster(last);
    },
  };
}
