import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { FileToPack } from "./child-calls.ts";
import type { PackedFile } from "./warehouse-port.ts";

/** With the mark at one byte, a chunk has been compressed before the next one is asked for, which is read into the same memory. */
const GZIP = { memLevel: 9, chunkSize: 256 * 1024, writableHighWaterMark: 1 } as const;
/**
 * Of a large file, packing is the longest single part of a run. Level 3 takes half of level 5's time. Where variants repeat their product's texts it makes
 * 6 % of the text of it instead of 5 %.
 */
const LARGE_BYTES = 32 * 1024 * 1024;
const levelFor = (bytes: number): number => (bytes < LARGE_BYTES ? 5 : 3);
const READ_BYTES = 256 * 1024;

interface Measure {
  readonly hash: Hash;
  bytes: number;
}

/**
 * Hashes and compresses a finished file in one reading, and makes it whole if it's in parts; both files are on disk when it resolves. Node's gzip header holds
 * no time and no name, so the same bytes give the same bytes on machines of one kind.
 */
export async function packFile({ file, gzipFile, rest }: FileToPack): Promise<PackedFile> {
  // Syncing takes a handle that may write where the system is strict about it.
  await using source = await open(file, "r+");
  const sizes = await Promise.all([file, ...rest].map(async (part) => (await stat(part)).size));
  const level = levelFor(sizes.reduce((sum, size) => sum + size, 0));
  const plain: Measure = { hash: createHash("sha256"), bytes: 0 };
  const packed: Measure = { hash: createHash("sha256"), bytes: 0 };
  await pipeline(
    wholeOf(source, rest),
    measuring(plain),
    createGzip({ ...GZIP, level }),
    measuring(packed),
    (await open(gzipFile, "wx")).createWriteStream({ flush: true }),
  );
  await source.sync();
  return {
    bytes: plain.bytes,
    sha256: plain.hash.digest("hex"),
    gzipBytes: packed.bytes,
    gzipSha256: packed.hash.digest("hex"),
  };
}

/** What the file holds, then the other parts, which it holds from then on. A chunk is gone when the next one is asked for. */
async function* wholeOf(source: FileHandle, rest: readonly string[]): AsyncGenerator<Buffer> {
  // New memory for each chunk made packing half as long again, most of it spent on getting and clearing pages.
  const memory = Buffer.allocUnsafeSlow(READ_BYTES);
  yield* chunksOf(source, memory);
  for (const path of rest) {
    await using part = await open(path);
    for await (const chunk of chunksOf(part, memory)) {
      // From where reading and writing have come to.
      await source.writeFile(chunk);
      yield chunk;
    }
    await rm(path);
  }
}

async function* chunksOf(file: FileHandle, memory: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const { bytesRead } = await file.read(memory, 0, memory.length, null);
    if (bytesRead === 0) return;
    yield memory.subarray(0, bytesRead);
  }
}

function measuring(measure: Measure) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      measure.hash.update(chunk);
      measure.bytes += chunk.length;
      yield chunk;
    }
  };
}
