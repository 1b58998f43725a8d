import { createHash } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { NO_METRICS, type Logger, type Metrics } from "../telemetry/telemetry-port.ts";
import { OWNER_ONLY_FILE, syncFolder } from "./durable-folders.ts";
import { ObjectDamaged } from "./objects-port.ts";
import { unlessMissing } from "./storage-faults.ts";

/**
 * The SHA-256 of an object lies beside it, in `<object>~sha256`: `~` is in no key, so no object can have that name, and whoever
 * moves, copies or removes a folder takes both. An object without one was stored by an older version; it's taken as it is until
 * the scrub writes one.
 */

const SUFFIX = "~sha256";
/** What's hashed on the main thread at a time: about 0.1 ms. */
const CHUNK_BYTES = 256 * 1024;
const TIME_STEP_MS = 50;
/** A verdict takes about 300 bytes. */
const VERDICTS_MAX = 20_000;

export const sumPath = (path: string): string => `${path}${SUFFIX}`;

/** Whether a name in the object folders is not an object's. */
export const isOwnName = (name: string): boolean => name.includes("~");

/** Reads into one buffer, no larger than the file. A stream allocates two full-size buffers per file, enough for a full garbage collection at every extract. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await using handle = await open(path);
  const { size } = await handle.stat();
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(size, CHUNK_BYTES)));
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(buffer.subarray(0, bytesRead));
  }
}

/** Writes a file whole or not at all; the caller syncs its folder. */
export async function writeWhole(path: string, content: string, temporary: string): Promise<void> {
  try {
    {
      await using handle = await open(temporary, "w", OWNER_ONLY_FILE);
      await handle.writeFile(content);
      await handle.sync();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** `now`: hashes the object whatever was found before. `once`: trusts what was found, while the file looks the same. */
export type CheckWhen = "now" | "once";

export interface Checksums {
  /** Rejects with `ObjectDamaged`. The object may lack its checksum, or be missing; then there is nothing to compare. */
  check(key: string, path: string, when: CheckWhen): Promise<void>;
  /** Writes the checksum of an object that has none. */
  adopt(path: string): Promise<void>;
}

interface Verdict {
  readonly identity: string;
  readonly whole: boolean;
}

interface Checker {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The oldest first. */
  readonly verdicts: Map<string, Verdict>;
  readonly underWay: Map<string, Promise<Verdict | undefined>>;
}

export function openChecksums({ log, metrics = NO_METRICS }: { readonly log: Logger; readonly metrics?: Metrics | undefined }): Checksums {
  const checker: Checker = { log, metrics, verdicts: new Map(), underWay: new Map() };
  return {
    async check(key, path, when) {
      const known = when === "once" ? await knownVerdict(checker, key, path) : undefined;
      const verdict = known ?? (await shared(checker, key, path));
      if (verdict?.whole === false) throw new ObjectDamaged(key);
    },
    adopt: adoptObject,
  };
}

interface Identity {
  /** What a file that was written to since, or put in the place of another, doesn't share with what was checked. */
  readonly text: string;
  /** A file that has just changed may change again without another time: file systems count in steps of some milliseconds. */
  readonly settled: boolean;
}

async function identityOf(path: string): Promise<Identity | undefined> {
  const facts = await unlessMissing(stat(path, { bigint: true }));
  if (facts?.isFile() !== true) return undefined;
  const text = [facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(" ");
  return { text, settled: Math.abs(Date.now() - Number(facts.ctimeMs)) > TIME_STEP_MS };
}

async function knownVerdict({ verdicts }: Checker, key: string, path: string): Promise<Verdict | undefined> {
  const known = verdicts.get(key);
  if (known === undefined || known.identity !== (await identityOf(path))?.text) return undefined;
  return known;
}

/** Many who ask at once share one reading. */
async function shared(checker: Checker, key: string, path: string): Promise<Verdict | undefined> {
  const running = checker.underWay.get(key);
  if (running !== undefined) return running;
  const checking = judge(checker, key, path).finally(() => checker.underWay.delete(key));
  checker.underWay.set(key, checking);
  return checking;
}

async function judge(checker: Checker, key: string, path: string): Promise<Verdict | undefined> {
  const identity = await identityOf(path);
  if (identity === undefined) return undefined;
  const wanted = await storedSum(path);
  const found = wanted === undefined ? undefined : await unlessMissing(hashFile(path));
  if (wanted === undefined || found === undefined) return undefined;
  const before = checker.verdicts.get(key);
  const verdict: Verdict = { identity: identity.text, whole: wanted === found };
  if (!verdict.whole || identity.settled) remember(checker.verdicts, key, verdict);
  if (!verdict.whole && (before?.whole !== false || before.identity !== identity.text)) tell(checker, key, { wanted, found });
  return verdict;
}

function tell({ log, metrics }: Checker, key: string, sums: { readonly wanted: string; readonly found: string }): void {
  log.error({ object: key, ...sums }, "an object is damaged: its bytes differ from the stored ones");
  metrics.count("objects_damaged_total", {});
}

function remember(verdicts: Map<string, Verdict>, key: string, verdict: Verdict): void {
  verdicts.delete(key);
  verdicts.set(key, verdict);
  for (const oldest of verdicts.keys()) {
    if (verdicts.size <= VERDICTS_MAX) return;
    verdicts.delete(oldest);
  }
}

/** Whatever else the file holds counts as a checksum that no object has. */
async function storedSum(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(sumPath(path), "latin1"));
}

async function adoptObject(path: string): Promise<void> {
  if ((await storedSum(path)) !== undefined) return;
  const sum = await hashFile(path);
  await writeWhole(sumPath(path), sum, `${sumPath(path)}-new`);
  await syncFolder(dirname(path));
}
