import type { IncomingHttpHeaders } from "node:http";
import { isSessionToken, SESSION_SECONDS } from "../../features/sessions/index.ts";

/**
 * The cookie of the console's session. On https its name begins with `__Host-`, so that a browser takes it from this very host alone, over
 * TLS and for every path; on plain http, which browsers know no such promise of, it is `fw`. The one is never taken for the other.
 */
export interface SessionCookie {
  /** The token that a request carries, if its cookie counts. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** `Set-Cookie` that keeps a token. */
  keeping(token: string): string;
  /** `Set-Cookie` that removes it. */
  readonly clearing: string;
  /** Whether browsers send it over https alone. */
  readonly isSecure: boolean;
}

/** What only pages of this very origin make a browser send. A program may write it too; what it cannot write is somebody else's cookie. */
const OWN_ORIGIN = "same-origin";

export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-fw" : "fw";
  const set = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return Object.freeze({
    read: (headers: IncomingHttpHeaders) => (isFromOwnPages(headers) ? tokenIn(headers.cookie, `${name}=`) : undefined),
    keeping: (token: string) => set(token, SESSION_SECONDS),
    clearing: set("", 0),
    isSecure,
  } satisfies SessionCookie);
}

/** Whether cookies count: an `Authorization` header, whatever it says, is what a request is judged by. */
export function isFromOwnPages(headers: IncomingHttpHeaders): boolean {
  return headers.authorization === undefined && headers["sec-fetch-site"] === OWN_ORIGIN;
}

/**
 * Two cookies of the name are a sign that somebody else set one of them, and nobody can say which: neither counts. Node bounds the header
 * and joins several by "; ".
 */
function tokenIn(header: string | undefined, beginning: string): string | undefined {
  if (header === undefined) return undefined;
  const [own, second] = header
    .split(";")
    .map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ""))
    .filter((pair) => pair.startsWith(beginning));
  if (own === undefined || second !== undefined) return undefined;
  const token = own.slice(beginning.length);
  return isSessionToken(token) ? token : undefined;
}
