import fc from "fast-check";
import { errorFaults } from "./answers.ts";
import type { Exchange, Exchanged } from "./exchange.ts";
import { HEADERS, oddText, TAILS } from "./odd-values.ts";

/** Random requests to what is no operation: feed files, downloads, pages, and where nothing is. */

const PLACES = [
  ...[
    "/",
    "/docs",
    "/docs/errors",
    "/healthz",
    "/readyz",
    "/v1/openapi.json",
    "/v1",
    "/v1/",
    "/V1/feeds",
    "/v1//feeds",
    "/nowhere",
    "/console",
    "/metrics",
  ],
  ...[
    "/feeds",
    "/feeds/",
    "/feeds/nobody/gmcfeed.txt",
    "/downloads/",
    "/downloads/nothing",
    "/sample/images/",
    "/sample/images/1.png",
    "/shopify/webhooks",
    "/session",
    "/sessions",
  ],
];
const METHODS = ["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"];

/** `own` is a place that only this service knows: the path of a feed's file. */
export const outsideRequest = (own: string): fc.Arbitrary<Exchange> =>
  fc
    .record({
      method: fc.constantFrom(...METHODS),
      place: fc.constantFrom(own, own, own, ...PLACES),
      more: fc.oneof(fc.constant(""), fc.constant(""), oddText),
      tail: fc.constantFrom(...TAILS),
      headers: fc.constantFrom(...HEADERS),
    })
    .map(({ method, place, more, tail, headers }) => ({ method, target: `${place}${segment(more)}${tail}`, headers }));

const SEGMENT_MAX = 2_500;
const segment = (text: string): string => encodeURIComponent(text.slice(0, SEGMENT_MAX).toWellFormed());

export function outsideFaults({ method }: Exchange, answer: Exchanged): readonly string[] {
  if (answer.status >= 500) return ["a request is never answered 5xx"];
  return answer.status < 400 || method === "HEAD" ? [] : errorFaults(answer);
}
