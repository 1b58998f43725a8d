import { RequestError } from "../../kernel/errors.ts";

/** How many requests may wait for a place, and how long. */
export interface Patience {
  /** What waits, as people call it. */
  readonly what: string;
  readonly waitingOfShopMax: number;
  /** Of all shops together. */
  readonly waitingMax: number;
  readonly waitMs: number;
}

const RETRY_SOON = { "retry-after": "2" };

/** What the next request is told when so many wait already: of its own shop, or of all shops. */
export function tooManyWaiting(whose: "shop" | "all", { what }: Patience): RequestError {
  return whose === "shop"
    ? new RequestError("rate_limited", {
        message: `Too many ${what} of this shop are waiting. Send fewer at a time, and try again in a few seconds.`,
        headers: RETRY_SOON,
      })
    : new RequestError("unavailable", { message: `Too many ${what} are waiting. Try again in a few seconds.`, headers: RETRY_SOON });
}

/** What a request is told whose turn did not come. It says nothing of how long its own work would take. */
export function waitedTooLong({ what }: Patience): RequestError {
  return new RequestError("unavailable", {
    message: `This request waited too long for its turn among the ${what}. Try again in a few seconds.`,
    headers: RETRY_SOON,
  });
}
