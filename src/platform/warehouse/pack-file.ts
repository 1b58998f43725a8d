import { createHash } from "node:crypto";
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { FileToPack } from "./child-calls.ts";
import type { PackedFile } from "./warehouse-port.ts";

/**
 * Of a large file, packing is the longest single part of a run. Level 3 takes half of level 5's time. Where variants repeat their product's texts it makes
 * 6 % of the text of it instead of 5 %.
 */
const LARGE_BYTES = 32 * 1024 * 1024;
const levelFor = (bytes: number): number => (bytes < LARGE_BYTES ? 5 : 3);
/**
 * A file is packed in pieces, each of which ends on a whole byte, so that they follow each other in one gzip stream. Pieces of 4 MiB make it a quarter of a
 * percent longer and take three fifths of the time of a stream that hands over every 256 KiB to another thread.
 */
const PIECE_BYTES = 4 * 1024 * 1024;
const PACKED_CHUNK_BYTES = 512 * 1024;
/** The header of a gzip member (RFC 1952): deflate, no name, no time and an unknown system, so that the same input gives the same output. */
const GZIP_HEADER = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff] as const;
/** An empty final block (RFC 1951). */
const LAST_BLOCK = [0x03, 0x00] as const;
const UINT32_BYTES = 4;
const UINT32_COUNT = 2 ** 32;

const deflated = promisify<Buffer, object, Buffer>(deflateRaw);

/**
 * Hashes and compresses a finished file in one reading, and makes it whole if it's in parts; both files are on disk when it resolves. The same bytes give the
 * same packed bytes on machines of one kind, whatever the parts are.
 */
export async function packFile({ file, gzipFile, rest }: FileToPack): Promise<PackedFile> {
  // Syncing takes a handle that may write where the system is strict about it.
  await using source = await open(file, "r+");
  await using packed = await measuredFile(gzipFile);
  const sizes = await Promise.all([file, ...rest].map(async (part) => (await stat(part)).size));
  const level = levelFor(sizes.reduce((sum, size) => sum + size, 0));
  const options = { level, memLevel: 9, chunkSize: PACKED_CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
  const plain = { hash: createHash("sha256"), bytes: 0, crc: 0 };
  await packed.write(Buffer.from(GZIP_HEADER));
  for await (const piece of piecesOf(source, rest)) {
    // Another thread packs it meanwhile.
    const packing = deflated(piece, options);
    plain.hash.update(piece);
    plain.crc = crc32(piece, plain.crc);
    plain.bytes += piece.length;
    await packed.write(await packing);
  }
  await packed.write(Buffer.concat([Buffer.from(LAST_BLOCK), uint32(plain.crc), uint32(plain.bytes % UINT32_COUNT)]));
  await packed.sync();
  await source.sync();
  return { bytes: plain.bytes, sha256: plain.hash.digest("hex"), gzipBytes: packed.bytes(), gzipSha256: packed.sha256() };
}

async function measuredFile(path: string) {
  const handle = await open(path, "wx");
  const hash = createHash("sha256");
  let length = 0;
  return {
    write: async (bytes: Buffer): Promise<void> => {
      hash.update(bytes);
      length += bytes.length;
      await handle.writeFile(bytes);
    },
    bytes: () => length,
    sha256: () => hash.digest("hex"),
    sync: () => handle.sync(),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(UINT32_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What the file holds, then the other parts, which it holds from then on. A piece is gone when the next one is asked for. */
async function* piecesOf(source: FileHandle, rest: readonly string[]): AsyncGenerator<Buffer> {
  // New memory for each piece made packing half as long again, most of it spent on getting and clearing pages.
  const memory = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let filled = 0;
  for await (const chunk of chunksOf(source, rest, () => memory.subarray(filled))) {
    filled += chunk.length;
    if (filled < PIECE_BYTES) continue;
    yield memory;
    filled = 0;
  }
  if (filled > 0) yield memory.subarray(0, filled);
}

/** Reads into the memory that is free then. */
async function* chunksOf(source: FileHandle, rest: readonly string[], free: () => Buffer): AsyncGenerator<Buffer> {
  yield* readInto(source, free);
  for (const path of rest) {
    await using part = await open(path);
    for await (const chunk of readInto(part, free)) {
      // From where reading and writing have come to.
      await source.writeFile(chunk);
      yield chunk;
    }
    await rm(path);
  }
}

async function* readInto(file: FileHandle, free: () => Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const memory = free();
    const { bytesRead } = await file.read(memory, 0, memory.length, null);
    if (bytesRead === 0) return;
    yield memory.subarray(0, bytesRead);
  }
}
