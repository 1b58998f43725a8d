import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { members } from "../../kernel/unsafe.ts";

/**
 * Long texts are stored in a bucket as gzip, about a twentieth of their size, and unpacked on the node that reads them. Only the metadata says so,
 * because some stores unpack objects that have a `Content-Encoding`.
 */

/** Metadata with the unpacked size. Absent: the object isn't packed. */
export const UNPACKED_BYTES = "unpacked-bytes";

/** For smaller files the round trips cost more than the bytes. */
export const PACKED_BYTES_MIN = 1024 * 1024;

/** Already compressed. */
const NEVER_PACKED = /\.(?:parquet|gz)$/;

/** Whether the size of an object may be another than the store says. */
export function mayBePacked(key: string): boolean {
  return !NEVER_PACKED.test(key);
}

/**
 * Unpacks a file into another one, which must not exist, and answers the SHA-256 of the content. Undefined: it isn't valid gzip, or unpacks to more
 * than `bytes`.
 */
export async function unpackFile(packed: string, file: string, bytes: number): Promise<string | undefined> {
  const hash = createHash("sha256");
  await using handle = await open(file, "wx", 0o600);
  try {
    await pipeline(createReadStream(packed), createGunzip({ chunkSize: 256 * 1024 }), (chunks: AsyncIterable<Buffer>) =>
      writeAtMost(handle, chunks, { bytes, hash: (chunk) => hash.update(chunk) }),
    );
  } catch (error) {
    if (error instanceof TooLong || String(members(error)["code"]).startsWith("Z_")) return undefined;
    throw error;
  }
  return hash.digest("hex");
}

class TooLong extends Error {}

interface Limited {
  readonly bytes: number;
  readonly hash: (chunk: Buffer) => void;
}

async function writeAtMost(handle: FileHandle, chunks: AsyncIterable<Buffer>, { bytes, hash }: Limited): Promise<void> {
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    if (written > bytes) throw new TooLong();
    hash(chunk);
    await handle.writeFile(chunk);
  }
}
