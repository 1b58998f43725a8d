import type { Lifecycle } from "../../kernel/lifecycle.ts";

export type SyncStatus = "pending" | "success" | "failed";
type SyncEvent = "succeed" | "fail";

/** A sync is pending from the publish that asks for it; the platform's moments of weakness don't end it. */
export const SYNC: Lifecycle<SyncStatus, SyncEvent> = {
  pending: { succeed: "success", fail: "failed" },
  success: { succeed: null, fail: null },
  failed: { succeed: null, fail: null },
};

/** Tries of one sync, over about an hour. */
export const ATTEMPTS_MAX = 10;
const AGAIN_S = 5;
const AGAIN_MAX_S = 900;

/** Seconds until the next try. */
export function againAfterS(attempts: number): number {
  return Math.min(AGAIN_MAX_S, AGAIN_S * 2 ** Math.min(attempts, 10));
}

export const UNEXPECTED = "Something went wrong on our side. Start the sync again, and contact us with its id if it keeps failing.";
