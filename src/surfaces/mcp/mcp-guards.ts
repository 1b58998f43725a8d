import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { RequestError } from "../../kernel/errors.ts";

/**
 * A page of somebody else's must not use a key that a client on this machine has. A browser says in `Origin` which page asks, and a name that was
 * made to point at this machine stands in `Host`.
 */
export function refuseForeign({ origin, host }: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl);
  if (origin !== undefined && !isOwn(hostnameOf(origin), own)) throw foreign("Origin", origin);
  if (host !== undefined && !isOwn(hostnameOf(`http://${host}`), own)) throw foreign("Host", host);
}

function isOwn(hostname: string | undefined, own: URL): boolean {
  if (hostname === undefined) return false;
  return hostname === own.hostname || hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function foreign(header: string, value: string): RequestError {
  const message = `The ${header} ${JSON.stringify(value.slice(0, 200))} is not this service's. Use the address the service is reached at, PUBLIC_URL.`;
  return new RequestError("origin_not_allowed", { message });
}
