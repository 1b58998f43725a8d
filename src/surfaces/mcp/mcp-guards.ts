import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { RequestError } from "../../kernel/errors.ts";
import { invalidQuery, queryMembers, type QueryString } from "../http/query-string.ts";

/**
 * Why a request comes from someone else's page or for someone else's name, if it does. A browser names the page that asks in `Origin`; a name that
 * was made to point at this machine (DNS rebinding) is in `Host`. An IP address or `localhost` can't be made to point anywhere.
 */
export function foreignRequest(
  { headers: { origin }, host }: Pick<FastifyRequest, "headers" | "host">,
  publicUrl: string,
): RequestError | undefined {
  const own = new URL(publicUrl);
  if (!isOwnHost(host, own)) return foreign("Host", host);
  if (origin === undefined || origin === own.origin || hostOf(origin) === host) return undefined;
  return foreign("Origin", origin);
}

function isOwnHost(host: string, own: URL): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === own.hostname || hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function foreign(header: string, value: string): RequestError {
  const message = `The ${header} ${JSON.stringify(value.slice(0, 200))} doesn't belong to this service. Use the address in PUBLIC_URL.`;
  return new RequestError("origin_not_allowed", { message });
}

/** What the address may ask for, apart from the shop. A key in the address is refused like any other stranger. */
export function toolsetsText(query: QueryString): string | undefined {
  const { toolsets, ...others } = queryMembers(query, "merchant");
  const [stranger] = Object.keys(others);
  if (stranger !== undefined)
    throw invalidQuery(
      stranger,
      `There is no query parameter ${JSON.stringify(stranger.slice(0, 100))} here. Remove it or check its spelling.`,
    );
  return toolsets;
}
