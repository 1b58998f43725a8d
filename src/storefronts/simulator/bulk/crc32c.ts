import type { Buffer } from "node:buffer";

/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), which Google Cloud Storage states of every object. Node brings the other CRC-32 only. */

const POLYNOMIAL = 0x82f63b78;

function table(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    return value >>> 0;
  });
}

export interface Crc32c {
  update(bytes: Buffer): void;
  /** Four bytes, the highest first, in base64. */
  digest(): string;
}

export function createCrc32c(): Crc32c {
  const steps = table();
  let crc = 0xffffffff;
  return {
    update: (bytes) => {
      let value = crc;
      for (let at = 0; at < bytes.length; at += 1) value = (value >>> 8) ^ (steps[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
      crc = value;
    },
    digest: () => {
      const sum = (crc ^ 0xffffffff) >>> 0;
      return btoa(String.fromCharCode(sum >>> 24, (sum >>> 16) & 0xff, (sum >>> 8) & 0xff, sum & 0xff));
    },
  };
}
