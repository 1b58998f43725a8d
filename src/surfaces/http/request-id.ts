import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** 96 bits: unique without asking anybody. */
const ENTROPY_BYTES = 12;
/** A caller's own id is copied into our log, so it must be short and cannot break a line. */
const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,100}$/;

/** Always ours: an id that comes in is not trusted. */
export function newRequestId(): string {
  return `req_${randomBytes(ENTROPY_BYTES).toString("hex")}`;
}

export function clientRequestId(headers: IncomingHttpHeaders): string | undefined {
  const value = headers["x-request-id"];
  return typeof value === "string" && CLIENT_REQUEST_ID.test(value) ? value : undefined;
}
