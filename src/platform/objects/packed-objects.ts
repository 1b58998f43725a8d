import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { members } from "../../kernel/unsafe.ts";

/**
 * Long texts are in a bucket as gzip, a twentieth of their size, and unpacked on the node that reads them. Nothing but the metadata says so: a
 * `Content-Encoding` would make some stores unpack what we ask for.
 */

/** In an object's metadata: its size when it's unpacked. Absent: the store has the object as it is. */
export const UNPACKED_BYTES = "unpacked-bytes";

/** Below it a round trip counts for more than what it brings. */
export const PACKED_BYTES_MIN = 1024 * 1024;

/** Runs write these themselves, compressed already. */
const NEVER_PACKED = /\.(?:parquet|gz)$/;

/** Whether the size of an object may be another than the store says. */
export function mayBePacked(key: string): boolean {
  return !NEVER_PACKED.test(key);
}

/**
 * Unpacks a file into another one, which must not be there yet, and answers the SHA-256 of its content. Undefined: it isn't gzip, or has more
 * than the bytes that were announced.
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
