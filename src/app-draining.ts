import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import type { Taking } from "./surfaces/jobs/work-loop.ts";

/** How a role of several processes stops, so that nobody notices: others are sent what is new, and what was begun is finished. */
export interface Draining {
  /** Fires when it begins. */
  readonly begun: AbortSignal;
  /** It serves requests: balancers have to notice that it stops. */
  serves(): void;
  /** It takes work: what it has is finished. */
  takes(work: Taking): void;
  /** Resolves when everything was finished, or the time for it is over. Disposing the process hands back what is left. */
  drain(): Promise<void>;
}

/** Beyond the time for work: what is left is handed back, connections are cut, and a process that hasn't ended by then is ended. */
const HAND_BACK_MS = 12_000;

export function openDraining({ delayMs, timeoutMs }: Config["drain"]): Draining {
  const beginning = new AbortController();
  const taking: Taking[] = [];
  let noticedMs = 0;
  return {
    begun: beginning.signal,
    serves: () => void (noticedMs = delayMs),
    takes: (work) => void taking.push(work),
    async drain() {
      beginning.abort();
      setTimeout(() => process.exit(1), Math.max(noticedMs, timeoutMs) + HAND_BACK_MS).unref();
      const over = new AbortController();
      const finished = Promise.all([sleep(noticedMs), ...taking.map((work) => work.finish())]);
      const late = sleep(Math.max(noticedMs, timeoutMs), undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([finished, late]);
      over.abort();
    },
  };
}
