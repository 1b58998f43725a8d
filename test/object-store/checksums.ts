import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** The checksums S3 knows, base64 as in its headers. */

export const CHECKSUM_NAMES = ["crc32", "crc32c", "crc64nvme", "sha1", "sha256"] as const;
export type ChecksumName = (typeof CHECKSUM_NAMES)[number];

export function checksumOf(name: ChecksumName, bytes: Buffer): string {
  switch (name) {
    case "crc32":
      return fourBytes(crc32(bytes));
    case "crc32c":
      return fourBytes(crc32c(bytes));
    case "crc64nvme":
      return crc64nvme(bytes);
    case "sha1":
    case "sha256":
      return createHash(name).update(bytes).digest("base64");
  }
}

function fourBytes(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.toString("base64");
}

const CASTAGNOLI = 0x82f63b78;
const NVME = 0x9a6c9329ac4bc9b5n;

function crc32c(bytes: Buffer): number {
  const table = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ CASTAGNOLI : value >>> 1;
    return value >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

function crc64nvme(bytes: Buffer): string {
  const table = BigUint64Array.from({ length: 256 }, (_, index) => {
    let value = BigInt(index);
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1n) === 1n ? (value >> 1n) ^ NVME : value >> 1n;
    return value;
  });
  let crc = 0xffffffffffffffffn;
  for (const byte of bytes) crc = (crc >> 8n) ^ (table[Number((crc ^ BigInt(byte)) & 0xffn)] ?? 0n);
  const answer = Buffer.alloc(8);
  answer.writeBigUInt64BE(crc ^ 0xffffffffffffffffn);
  return answer.toString("base64");
}
