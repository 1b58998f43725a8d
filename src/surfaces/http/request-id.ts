import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Of a random UUID, 90 random bits: unique without asking anybody. */
const HEX_DIGITS = 24;
/** A caller's own id is copied into our log, so it must be short and cannot break a line. */
const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,100}$/;

/** Always ours: an id that comes in is not trusted. */
export function newRequestId(): string {
  // Node draws the bits of many of these at a time; drawing for each request takes fifty times as long.
  return `req_${randomUUID().replaceAll("-", "").slice(0, HEX_DIGITS)}`;
}

export function clientRequestId(headers: IncomingHttpHeaders): string | undefined {
  const value = headers["x-request-id"];
  return typeof value === "string" && CLIENT_REQUEST_ID.test(value) ? value : undefined;
}
