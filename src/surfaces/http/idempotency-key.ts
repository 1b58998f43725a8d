import type { IncomingHttpHeaders } from "node:http";
import { RequestError } from "../../kernel/errors.ts";

/** Visible ASCII. Node joins a header that comes twice by ", ", which is not of this form. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,64}$/;

/** Undefined when none was sent. Throws `invalid_idempotency_key`. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers["idempotency-key"];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || !IDEMPOTENCY_KEY.test(value)) throw new RequestError("invalid_idempotency_key");
  return value;
}

/** The header as every answer to a change carries it, also one that comes before anything was looked at. None of a key that is no key. */
export function idempotencyEcho(method: string, headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const value = headers["idempotency-key"];
  const isTaken = method !== "GET" && method !== "HEAD" && typeof value === "string" && IDEMPOTENCY_KEY.test(value);
  return isTaken ? { "idempotency-key": value } : {};
}
