import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { releaseBuffer } from "../../kernel/release-buffer.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { BulkResult } from "./bulk-operation.ts";
import { jittered, type Pace, pause } from "./pace.ts";

export interface DownloadWork {
  readonly egress: Pick<Egress, "fetch">;
  readonly pace: Pace;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Whether a link may be plain http and lead to this machine: only where the shop itself is reached so, which is a simulator here. */
  readonly plainHttp: boolean;
}

/** Downloads of one file before its operation is run anew. */
const DOWNLOADS_MAX = 4;

/**
 * Brings an operation's file: bytes, lines and roots are what Shopify counted, and the checksum where it gives one. Answers why
 * not, when the last of a few downloads still differs. Each goes to a fresh name, so that nothing half of an earlier one stays.
 */
export async function downloadResult(
  work: DownloadWork,
  result: BulkResult,
  file: (at: number) => string,
): Promise<{ path: string } | { failed: string }> {
  let last = "";
  for (let at = 1; at <= DOWNLOADS_MAX; at += 1) {
    const path = file(at);
    const fault = await download(work, result, path).catch((error: unknown) => {
      work.signal.throwIfAborted();
      return faultOf(error);
    });
    if (fault === undefined) return { path };
    last = fault;
    await rm(path, { force: true });
    work.log.warn({ operation: result.operationId, reason: fault, download: at }, "downloading a bulk file again");
    if (fault === LINK_REFUSED) break;
    if (at < DOWNLOADS_MAX) await pause(jittered(Math.min(work.pace.retryMaxMs, work.pace.retryMs * 2 ** at)), work.signal);
  }
  return { failed: last };
}

const LINK_REFUSED = "its link was refused";

/** What is wrong with the file; undefined for nothing. The link is signed: it needs no token, and gets none. */
async function download({ egress, pace, signal, plainHttp }: DownloadWork, result: BulkResult, path: string): Promise<string | undefined> {
  const url = new URL(result.url ?? "");
  if (url.protocol !== "https:" && !(plainHttp && url.protocol === "http:")) return LINK_REFUSED;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), pace.silentAfterMs);
  try {
    const response = await egress.fetch(url.href, {
      method: "GET",
      signal: AbortSignal.any([signal, silence.signal]),
      loopback: plainHttp,
    });
    if (response.status === 403 || response.status === 404 || response.status === 410) return LINK_REFUSED;
    if (!response.ok || response.body === null) return `HTTP ${response.status}`;
    const tally = createTally();
    await using file = await open(path, "w");
    const chunks: AsyncIterable<Uint8Array> = response.body;
    for await (const chunk of chunks) {
      timer.refresh();
      tally.take(chunk);
      await file.writeFile(chunk);
      // What `fetch` hands over has a buffer of its own, unlike what a socket does.
      if (chunk.byteLength === chunk.buffer.byteLength) releaseBuffer(chunk.buffer);
    }
    return disagreement(result, tally.counts(), checksumOf(response));
  } finally {
    clearTimeout(timer);
  }
}

function disagreement(result: BulkResult, counts: Counts, checksum: string | undefined): string | undefined {
  if (counts.bytes !== result.fileBytes) return `${counts.bytes} of ${result.fileBytes} bytes arrived`;
  if (checksum !== undefined && checksum !== counts.md5) return "its bytes don't match its checksum";
  if (counts.lines !== result.objectCount) return `it has ${counts.lines} lines, but Shopify counted ${result.objectCount} objects`;
  const roots = counts.lines - counts.children;
  if (roots !== result.rootObjectCount) return `it has ${roots} roots, but Shopify counted ${result.rootObjectCount}`;
  return undefined;
}

/** Google's storage names the MD5 of what it serves; `x-goog-hash: crc32c=…,md5=…`. */
function checksumOf(response: Response): string | undefined {
  return /(?:^|[,\s])md5=([A-Za-z0-9+/=]+)/.exec(response.headers.get("x-goog-hash") ?? "")?.[1];
}

interface Counts {
  readonly bytes: number;
  /** Lines that are not empty: Shopify counts those. */
  readonly lines: number;
  readonly children: number;
  readonly md5: string;
}

/** Only a child has this key, last in its line; inside a text the quotes would be escaped. */
const CHILD_KEY = Buffer.from('"__parentId":');
const LESS_THAN_A_KEY = CHILD_KEY.length - 1;
const LINE_FEED = 0x0a;

/** Counts what goes by, without taking lines apart. */
function createTally(): { take(chunk: Uint8Array): void; counts(): Counts } {
  const hash = createHash("md5");
  let bytes = 0;
  let lines = 0;
  let children = 0;
  let lineIsEmpty = true;
  let tail = Buffer.alloc(0);
  return {
    take(chunk) {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      hash.update(buffer);
      bytes += buffer.length;
      let from = 0;
      for (let at = buffer.indexOf(LINE_FEED); at !== -1; at = buffer.indexOf(LINE_FEED, from)) {
        if (!(lineIsEmpty && isEmpty(buffer, from, at))) lines += 1;
        lineIsEmpty = true;
        from = at + 1;
      }
      if (!isEmpty(buffer, from, buffer.length)) lineIsEmpty = false;
      // A key may lie across two chunks.
      children += keysIn(Buffer.concat([tail, buffer.subarray(0, LESS_THAN_A_KEY)])) + keysIn(buffer);
      tail = Buffer.concat([tail, buffer.subarray(-LESS_THAN_A_KEY)]).subarray(-LESS_THAN_A_KEY);
    },
    counts: () => ({ bytes, lines: lineIsEmpty ? lines : lines + 1, children, md5: hash.digest("base64") }),
  };
}

function keysIn(bytes: Buffer): number {
  let keys = 0;
  for (let at = bytes.indexOf(CHILD_KEY); at !== -1; at = bytes.indexOf(CHILD_KEY, at + CHILD_KEY.length)) keys += 1;
  return keys;
}

function isEmpty(buffer: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (buffer[at] !== 0x0d && buffer[at] !== 0x20) return false;
  return true;
}

/** What `fetch` and the disk throw. A full disk is no fault of the download: it goes on as an error. */
function faultOf(error: unknown): string {
  if (error instanceof DOMException) return "the download stalled";
  if (error instanceof TypeError) return "the connection broke";
  throw error;
}
