import { Buffer, isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { PlainError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { Repairs } from "./repairs.ts";

/** One line of a bulk file: an object, repaired. */
export type BulkLine = Readonly<Record<string, unknown>>;

export interface LineSource {
  readonly path: string;
  /** What the file holds, for a message: "products". */
  readonly what: string;
  /** The stretch to read, from the begin of a line to behind the end of one; all of it where none is named. */
  readonly stretch?: Stretch;
  readonly signal: AbortSignal;
  readonly repairs: Repairs;
}

/** Bytes, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const READ_BYTES = 1024 * 1024;
/** A description may be megabytes; a line past this is none that Shopify writes. */
const LINE_BYTES_MAX = 128 * 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const LINE_FEED = 0x0a;

/**
 * The lines of a file, as many at a time as a read brings. What text may not hold is replaced and counted: invalid UTF-8 and
 * halves of surrogate pairs become U+FFFD, U+0000 vanishes. Of a key that stands twice the later one counts. A line that is no
 * object ends it with its number, because a catalog with a hole is no catalog.
 */
export async function* bulkLines(source: LineSource): AsyncGenerator<readonly BulkLine[]> {
  let read = 0;
  try {
    for await (const block of blocksOf(source)) {
      const lines = linesOf(source, block, read);
      read += lines.read;
      yield lines.objects;
    }
  } catch (error) {
    if (!(error instanceof BrokenLine)) throw error;
    const before = await linesBefore(source);
    throw new PlainError(
      "shopify_line_invalid",
      `Line ${before + error.line} of Shopify's export of ${source.what} ${error.fault}. Nothing was imported. Extract again, and contact Shopify support if this keeps happening.`,
    );
  }
}

class BrokenLine extends Error {
  /** Within the stretch, from 1. */
  readonly line: number;
  readonly fault: string;

  constructor(line: number, fault: string) {
    super(fault);
    this.line = line;
    this.fault = fault;
  }
}

/**
 * Whole lines, as many as a read completes. All blocks are views of one buffer, which is read into again once the reader has
 * asked for the next: buffers of their own would stay with the process as memory that nobody uses.
 */
async function* blocksOf({ path, stretch, signal, repairs }: LineSource): AsyncGenerator<Buffer> {
  const { from = 0, to = Infinity } = stretch ?? {};
  await using file = await open(path);
  let buffer: Buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  // Begin of a line that the last read cut off.
  let rest = 0;
  for (let at = from; at < to;) {
    signal.throwIfAborted();
    if (rest === buffer.length) buffer = larger(buffer);
    const { bytesRead } = await file.read(buffer, rest, Math.min(buffer.length - rest, to - at), at);
    if (bytesRead === 0) break;
    const filled = rest + bytesRead;
    const begin = at === 0 ? bomLength(buffer.subarray(0, filled), repairs) : 0;
    at += bytesRead;
    const end = buffer.subarray(0, filled).lastIndexOf(LINE_FEED);
    if (end >= begin) yield buffer.subarray(begin, end);
    buffer.copyWithin(0, end === -1 ? begin : end + 1, filled);
    rest = filled - (end === -1 ? begin : end + 1);
  }
  if (rest > 0) yield buffer.subarray(0, rest);
}

function larger(buffer: Buffer): Buffer {
  if (buffer.length >= LINE_BYTES_MAX) throw new BrokenLine(1, "or a line after it is longer than a line of an export can be");
  const twice = Buffer.allocUnsafeSlow(buffer.length * 2);
  buffer.copy(twice);
  return twice;
}

function bomLength(bytes: Buffer, repairs: Repairs): number {
  if (!bytes.subarray(0, BOM.length).equals(BOM)) return 0;
  repairs.count("byte_order_mark");
  return BOM.length;
}

/** Lines before the stretch, which nobody counts until one has to be named. */
async function linesBefore({ path, stretch, signal }: LineSource): Promise<number> {
  const to = stretch?.from ?? 0;
  let count = 0;
  if (to === 0) return count;
  const chunks: AsyncIterable<unknown> = createReadStream(path, { highWaterMark: READ_BYTES, end: to - 1, signal });
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a file's stream holds bytes");
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) count += 1;
  }
  return count;
}

function linesOf(source: LineSource, block: Buffer, before: number): { readonly objects: BulkLine[]; readonly read: number } {
  const mend = mender(source.repairs, block);
  const lines = block.toString("utf8").split("\n");
  const objects: BulkLine[] = [];
  lines.forEach((line, at) => {
    if (line === "" || line === "\r") return;
    objects.push(mend(parsed(line, before + at + 1)));
  });
  return { objects, read: lines.length };
}

function parsed(line: string, number: number): BulkLine {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    throw new BrokenLine(number, "isn't valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BrokenLine(number, "isn't an object");
  return members(value);
}

/** What has to be done to the objects of a block: nothing, almost always, which a look at its bytes tells. */
function mender(repairs: Repairs, block: Buffer): (line: BulkLine) => BulkLine {
  if (!isUtf8(block)) repairs.count("invalid_utf8");
  if (!block.includes("\\ud") && !block.includes("\\uD") && !block.includes("\\u0000")) return (line) => line;
  return (line) => members(mended(repairs, line));
}

function mended(repairs: Repairs, value: unknown): unknown {
  if (typeof value === "string") return mendedText(repairs, value);
  if (Array.isArray(value)) return value.map((item) => mended(repairs, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mended(repairs, member)]));
}

function mendedText(repairs: Repairs, text: string): string {
  let whole = text;
  if (!whole.isWellFormed()) {
    repairs.count("lone_surrogate");
    whole = whole.toWellFormed();
  }
  if (!whole.includes("\u0000")) return whole;
  repairs.count("nul_character");
  return whole.replaceAll("\u0000", "");
}
