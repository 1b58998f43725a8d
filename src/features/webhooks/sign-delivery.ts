import { createHmac } from "node:crypto";

/** `sha256=` and the HMAC of `<timestamp>.<body>`, keyed with the whole secret, prefix included. */
export function signature(secret: string, timestamp: string, body: Buffer): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
}
