import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip } from "node:zlib";
import { OWNER_ONLY_FILE } from "../../platform/objects/durable-folders.ts";
import type { StoredFile } from "./manifest.ts";

/** Hashes and counts what flows through. */
interface Measured {
  readonly stream: Transform;
  sum(): { readonly sha256: string; readonly bytes: number; readonly lines: number };
}

const NEWLINE = 0x0a;

function measure({ lines = false } = {}): Measured {
  const hash = createHash("sha256");
  let [bytes, newlines] = [0, 0];
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      if (lines) for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) newlines += 1;
      done(null, chunk);
    },
  });
  return { stream, sum: () => ({ sha256: hash.digest("hex"), bytes, lines: newlines }) };
}

/** The SHA-256 and the length of a stream. */
export async function hashStream(source: Readable): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const measured = measure();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(source, measured.stream, nowhere);
  return measured.sum();
}

/** Writes lines to a compressed file, durable when it resolves. Answers its sum, and how many lines it has. */
export async function packLines(source: Readable, file: string): Promise<StoredFile & { readonly rows: number }> {
  const counted = measure({ lines: true });
  const packed = measure();
  await pipeline(
    source,
    counted.stream,
    createGzip({ level: constants.Z_BEST_SPEED }),
    packed.stream,
    createWriteStream(file, { mode: OWNER_ONLY_FILE }),
  );
  await syncFile(file);
  const { sha256, bytes } = packed.sum();
  return { file: basename(file), bytes, sha256, rows: counted.sum().lines };
}

/** The lines of such a file, as bytes. */
export function unpackLines(file: string): Readable {
  const out = new PassThrough();
  pipeline(createReadStream(file), createGunzip(), out).catch((error: unknown) => out.destroy(error instanceof Error ? error : undefined));
  return out;
}

export async function* readLines(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: unpackLines(file), crlfDelay: Number.POSITIVE_INFINITY })) yield line;
}

/** Writes a stream to a file and gives it its name when it's whole and durable. `nameOf` gets its SHA-256. */
export async function storeStream(source: Readable, draft: string, nameOf: (sha256: string) => Promise<string>) {
  const measured = measure();
  await pipeline(source, measured.stream, createWriteStream(draft, { mode: OWNER_ONLY_FILE }));
  await syncFile(draft);
  const { sha256, bytes } = measured.sum();
  await rename(draft, await nameOf(sha256));
  return { sha256, bytes };
}

async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, "r+");
  await handle.sync();
}
