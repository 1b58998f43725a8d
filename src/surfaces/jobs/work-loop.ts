import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

/** One kind of work: `take` claims the next piece and carries it out; `false` = nothing was waiting. */
export type TakeWork = (signal: AbortSignal) => Promise<boolean>;

/** Takes work until disposed; what it has by then is broken off and given back. */
export interface Taking extends AsyncDisposable {
  /** Takes no more; resolves when what was taken has ended. */
  finish(): Promise<void>;
}

export interface WorkLoop extends Taking {
  /** There may be something to do. */
  wake(): void;
}

/** Wait after a failed claim (the database is away) before the next try. */
const FAILED_CLAIM_WAIT_MS = 1_000;

/** `slots` pieces of work at a time; each slot takes work until there is none, then waits to be woken. */
export function startWorkLoop({ slots, take, log }: { readonly slots: number; readonly take: TakeWork; readonly log: Logger }): WorkLoop {
  const stopping = new AbortController();
  const bells = Array.from({ length: slots }, () => bell());
  const finishing = new AbortController();
  const running = bells.map((each) => runSlot({ take, log, signal: stopping.signal, finishing: finishing.signal, bell: each }));
  const wake = (): void => bells.forEach((each) => each.ring());
  return {
    wake,
    async finish() {
      finishing.abort();
      wake();
      await Promise.all(running);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      wake();
      await Promise.all(running);
    },
  };
}

interface Slot {
  readonly take: TakeWork;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** What was taken goes on; nothing more is taken. */
  readonly finishing: AbortSignal;
  readonly bell: Bell;
}

async function runSlot({ take, log, signal, finishing, bell: own }: Slot): Promise<void> {
  while (!signal.aborted && !finishing.aborted) {
    try {
      if (!(await take(signal))) await own.rung();
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ error: String(error) }, "could not claim work");
      await sleep(FAILED_CLAIM_WAIT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

interface Bell {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last time. */
  rung(): Promise<void>;
}

function bell(): Bell {
  let rang = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      rang = true;
      answer?.();
    },
    async rung() {
      if (!rang) await new Promise<void>((resolve) => (answer = resolve));
      rang = false;
      answer = undefined;
    },
  };
}
