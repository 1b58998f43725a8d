import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PackedFile } from "./warehouse-port.ts";

/** Measured on feed text: 190 MB/s; level 6 saves 0.4 % and runs at 140 MB/s, level 1 costs 8 % and runs at 300 MB/s. */
const GZIP = { level: 5, memLevel: 9, chunkSize: 256 * 1024 } as const;
const READ_BYTES = 1024 * 1024;

interface Measure {
  readonly hash: Hash;
  bytes: number;
}

/**
 * Hashes and compresses a finished file in one reading; both files are on disk when it resolves. Node's gzip header holds
 * no time and no name, so the same bytes give the same bytes on machines of one kind.
 */
export async function packFile(file: string, gzipFile: string): Promise<PackedFile> {
  // Syncing takes a handle that may write where the system is strict about it.
  await using source = await open(file, "r+");
  const plain: Measure = { hash: createHash("sha256"), bytes: 0 };
  const packed: Measure = { hash: createHash("sha256"), bytes: 0 };
  await pipeline(
    source.createReadStream({ highWaterMark: READ_BYTES, autoClose: false }),
    measuring(plain),
    createGzip(GZIP),
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

function measuring(measure: Measure) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      measure.hash.update(chunk);
      measure.bytes += chunk.length;
      yield chunk;
    }
  };
}
