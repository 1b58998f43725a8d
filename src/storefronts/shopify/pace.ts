import { setTimeout as sleep } from "node:timers/promises";

/** How patient the client is. Tests move faster. */
export interface Pace {
  /** First pause before a request is repeated; each further one is twice as long, up to `retryMaxMs`. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** First pause between two looks at a bulk operation; each further one is half as long again, up to `pollMaxMs`. */
  readonly pollMs: number;
  readonly pollMaxMs: number;
  /** An operation that counts no further object for so long is given up and started anew. */
  readonly stuckAfterMs: number;
  /** How long to wait for one of the five slots, which others of the same app may hold. */
  readonly slotWaitMs: number;
  /** A request or download that sends nothing for so long is cut off. */
  readonly silentAfterMs: number;
}

export const ORDINARY_PACE: Pace = Object.freeze({
  retryMs: 500,
  retryMaxMs: 30_000,
  pollMs: 250,
  pollMaxMs: 5_000,
  stuckAfterMs: 15 * 60_000,
  slotWaitMs: 45 * 60_000,
  silentAfterMs: 60_000,
});

/** Between half and the whole of it, so that clients that failed together do not come back together. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal });
}
