import { createHash } from "node:crypto";

/** SHA-256's block. */
const BLOCK_BYTES = 64;

/** HMAC-SHA256 in hex as RFC 2104 spells it out, so that what is checked and what checks have nothing but the hash in common. */
export function plainHmac(key: string, message: Buffer): string {
  const bytes = Buffer.from(key);
  const padded = Buffer.alloc(BLOCK_BYTES);
  (bytes.length > BLOCK_BYTES ? sha256(bytes) : bytes).copy(padded);
  const inner = sha256(Buffer.concat([padded.map((byte) => byte ^ 0x36), message]));
  return sha256(Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])).toString("hex");
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
