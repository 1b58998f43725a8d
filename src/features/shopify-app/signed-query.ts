import { createHmac, timingSafeEqual } from "node:crypto";

/** The query that Shopify adds to our addresses, signed with the app's client secret. */

type Pairs = readonly (readonly [name: string, value: string])[];

/** Sent once by Shopify; a second one could be taken for the first by someone else. */
const UNIQUE: readonly string[] = ["code", "hmac", "host", "shop", "signature", "state", "timestamp"];
const HMAC = /^[0-9a-f]{64}$/;
/** Everything but the unreserved characters of RFC 3986, or of the form encoding with `%20` for a blank: Shopify's own libraries differ there. */
const ENCODERS: readonly ((text: string) => string)[] = [
  (text) => new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20"),
  (text) => encodeURIComponent(text),
];

/** Whether one of the secrets has signed the query. In constant time for a query that has the form of a signed one. */
export function isSignedQuery(pairs: Pairs, secrets: readonly string[]): boolean {
  const given = pairs.find(([name]) => name === "hmac")?.[1] ?? "";
  const isRepeated = UNIQUE.some((unique) => pairs.filter(([name]) => name === unique).length > 1);
  if (isRepeated || !HMAC.test(given)) return false;
  const signed = pairs.filter(([name]) => name !== "hmac" && name !== "signature").toSorted(([one], [other]) => compare(one, other));
  const texts = new Set(ENCODERS.map((encode) => signed.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")));
  const bytes = Buffer.from(given, "hex");
  return secrets
    .flatMap((secret) => [...texts].map((text) => timingSafeEqual(createHmac("sha256", secret).update(text).digest(), bytes)))
    .includes(true);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** How far Shopify's clock and ours may differ, and how long its redirect may take. */
const TIMESTAMP_SECONDS = 90;

export function isTimely(timestamp: string | undefined, now: Date): boolean {
  if (timestamp === undefined || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) - now.getTime() / 1000) <= TIMESTAMP_SECONDS;
}
