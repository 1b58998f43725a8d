import { promised } from "../unsafe.ts";

/**
 * Inside the Shopify admin. The server puts the admin's script into the page there, and it hands out tokens that Shopify signs: one goes with each
 * request in the place of a cookie, which browsers don't send in somebody else's frame.
 */
interface AppBridge {
  idToken(): Promise<string>;
}

function appBridge(): AppBridge | undefined {
  return promised<{ readonly shopify?: AppBridge }>(globalThis).shopify;
}

export function isEmbedded(): boolean {
  return appBridge() !== undefined;
}

/** A token lives for a minute, so each request asks for its own; the admin's script keeps one as long as it's good. */
export async function authorization(): Promise<Readonly<Record<string, string>>> {
  const bridge = appBridge();
  return bridge === undefined ? {} : { authorization: `Bearer ${await bridge.idToken()}` };
}

/** What the server frames the page by. Every address in the frame keeps it, so that a page can be loaded again. */
const FRAMED_BY = ["embedded", "shop", "host"] as const;
/** What Shopify adds to the first address alone. */
const SIGNED = ["hmac", "id_token", "locale", "session", "timestamp"] as const;

export function framedBy(address: string): URLSearchParams {
  const given = new URL(address, location.origin).searchParams;
  return new URLSearchParams(FRAMED_BY.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])));
}

export function withFrame(href: string, frame: URLSearchParams): string {
  const url = new URL(href, location.origin);
  for (const [name, value] of frame) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

export function withoutFrame(href: string): string {
  const url = new URL(href, location.origin);
  for (const name of [...FRAMED_BY, ...SIGNED]) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}
