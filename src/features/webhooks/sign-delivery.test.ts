import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signature } from "./sign-delivery.ts";

const BLOCK_BYTES = 64;

/** RFC 2104 written out, so that nothing of ours or Node's HMAC is believed. */
function hmacSha256(key: Buffer, text: Buffer): string {
  const short = key.length > BLOCK_BYTES ? createHash("sha256").update(key).digest() : key;
  const padded = Buffer.concat([short, Buffer.alloc(BLOCK_BYTES - short.length)]);
  const hashed = (pad: number, rest: Buffer) =>
    createHash("sha256")
      .update(padded.map((byte) => byte ^ pad))
      .update(rest)
      .digest();
  return hashed(0x5c, hashed(0x36, text)).toString("hex");
}

test("a signature is the HMAC-SHA256 of timestamp, dot and body's bytes, keyed with the secret's whole text, for any of them", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.uint8Array({ maxLength: 300 }), (secret, timestamp, bytes) => {
      const body = Buffer.from(bytes);
      const expected = hmacSha256(Buffer.from(secret), Buffer.concat([Buffer.from(`${timestamp}.`), body]));
      expect(signature(secret, String(timestamp), body)).toBe(`sha256=${expected}`);
    }),
  );
});
