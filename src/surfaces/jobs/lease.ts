import { setTimeout as sleep } from "node:timers/promises";

/** How often a claim is renewed, by the database's clock. */
const BEAT_EVERY_MS = 5_000;
/** A claim nobody renewed for this long is anybody's: four beats, so that a slow moment costs nothing. */
export const SILENT_AFTER_S = 20;

export interface Lease {
  /** Renews the claim; `false` = it is another's now, or the work was cancelled. */
  readonly beat: () => Promise<boolean>;
  /** The worker is stopping. */
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}

/**
 * Works while the claim is renewed. The work's signal fires when the claim is lost or the worker stops. A beat that fails (the
 * database is away) is no lost claim: publishing compares the attempt, so the worst that can come of going on is waste.
 */
export async function underLease(lease: Lease, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const lost = new AbortController();
  const done = new AbortController();
  const beating = keepBeating(lease, lost, done.signal);
  try {
    await work(AbortSignal.any([lease.signal, lost.signal]));
  } finally {
    done.abort();
    await beating;
  }
}

async function keepBeating({ beat, everyMs = BEAT_EVERY_MS }: Lease, lost: AbortController, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await sleep(everyMs, undefined, { signal: done }).catch(() => undefined);
    if (done.aborted) return;
    const ours = await beat().catch(() => true);
    if (!ours) return lost.abort(new Error("lost the claim"));
  }
}
