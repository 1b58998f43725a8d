import { type RequestWindow, WINDOW_SECONDS } from "../../features/keys/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { KeyKind } from "../../kernel/scopes.ts";

/** Whose limit it is: that of a kind of key, of a session, of all keys or all sessions of a shop or an organization, or of an address that sends none that is valid. */
export type Limited = KeyKind | "session" | "sessions" | "shop" | "organization_keys" | "anonymous";

/** Requests a minute; 0, or none for what keys share, = as many as anybody likes. */
export type RateLimits = Readonly<Record<KeyKind | "anonymous", number>> & Readonly<Partial<Record<Limited, number>>>;

/**
 * Headers that tell a client where it stands, in the form of draft-ietf-httpapi-ratelimit-headers-10: quota `q` in a window of
 * `w` seconds, `r` requests left for `t` seconds. Throws `rate_limited` past the limit.
 */
export function limitHeaders(limited: Limited, limit: number, window: RequestWindow): Readonly<Record<string, string>> {
  const headers = standingHeaders(limited, limit, window);
  if (limit === 0 || window.requests <= limit) return headers;
  throw new RequestError("rate_limited", {
    message: sentence(limited, limit),
    headers: { ...headers, "retry-after": String(window.secondsLeft) },
  });
}

/** The same headers for a request that is answered past the limit too. */
export function standingHeaders(
  limited: Limited,
  limit: number,
  { requests, secondsLeft }: RequestWindow,
): Readonly<Record<string, string>> {
  if (limit === 0) return {};
  return {
    "ratelimit-policy": `"${limited}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${limited}";r=${Math.max(0, limit - requests)};t=${secondsLeft}`,
  };
}

function sentence(limited: Limited, limit: number): string {
  return `${WHOSE[limited]} can send ${limit} requests a minute. Wait for the time in \`Retry-After\`, then try again.`;
}

const WHOSE: Readonly<Record<Limited, string>> = {
  merchant: "A key of kind merchant",
  organization: "A key of kind organization",
  admin: "A key of kind admin",
  session: "A session",
  sessions: "All sessions of a shop or an organization together",
  shop: "All merchant keys of a shop together",
  organization_keys: "All keys of an organization together",
  anonymous: "An address without a valid API key",
};
