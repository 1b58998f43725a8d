import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashFile } from "./checksums.ts";
import type { Download, StoredFacts } from "./bucket-downloads.ts";
import { makeDurableFolder, OWNER_ONLY } from "./durable-folders.ts";
import { ObjectDamaged, type Scratch } from "./objects-port.ts";
import { unpackFile } from "./packed-objects.ts";
import { makeScratch } from "./scratch-folders.ts";
import { unlessMissing } from "./storage-faults.ts";

/**
 * Copies of a bucket's objects on local disk, in a folder of this process alone that goes with it: what is evicted, leased and counted is
 * known without asking another process. Each copy is compared with the object's checksum before it's first used, and again when its file
 * looks different. A copy that isn't right any more is fetched again.
 */
export interface LocalCopies extends AsyncDisposable {
  /** Holds the copies under their keys, and nothing else. */
  readonly folder: string;
  /** A copy that isn't removed before it's released. Rejects with `ObjectMissing` or `ObjectDamaged`. */
  lease(key: string, options?: { readonly recheck?: boolean }): Promise<LeasedCopy>;
  /** Takes a file that has just been stored; `known` where the caller only said its checksum, so nobody has compared it yet. */
  adopt(key: string, file: string, facts: AdoptedFacts): Promise<void>;
  /** Forgets the copies below a prefix. Files under a lease go when they're released. */
  forget(prefix: string): Promise<void>;
  /** The longest unused first. */
  keys(): readonly string[];
}

export interface LeasedCopy {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly release: () => void;
}

export interface AdoptedFacts {
  readonly bytes: number;
  readonly sha256: string;
  readonly compared: boolean;
}

interface Copy {
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  leases: number;
  /** Of the file when it was last compared; undefined: it has to be compared. */
  identity: string | undefined;
}

interface Copies {
  readonly folder: string;
  readonly incoming: Scratch;
  readonly bytesMax: number;
  readonly download: (download: Download) => Promise<StoredFacts>;
  readonly tellDamaged: (key: string, facts: StoredFacts, found: string) => void;
  /** The longest unused first. */
  readonly present: Map<string, Copy>;
  readonly underWay: Map<string, Promise<Copy>>;
  /** What was found damaged in the bucket: reading it again gives the same, so it's not fetched again soon. */
  readonly damaged: Map<string, { readonly etag: string; untilMs: number }>;
  bytes: number;
  turn: number;
}

/** A file that has just been written may be written again without another time: file systems count in steps of some milliseconds. */
const TIME_STEP_MS = 50;
/** The second fetch tells a fault of the line or the disk from one of the object. */
const FETCHES = 2;
/** Copies that others remove at once, one after the other. */
const LEASE_TRIES_MAX = 10;
const DAMAGED_FOR_MS = 600_000;
const DAMAGED_MAX = 10_000;

export interface LocalCopiesOptions extends Pick<Copies, "bytesMax" | "download" | "tellDamaged"> {
  readonly root: string;
}

export async function openLocalCopies({ root, ...options }: LocalCopiesOptions): Promise<LocalCopies> {
  for (const name of ["copies", "incoming"]) await makeDurableFolder(join(root, name));
  const kept = await makeScratch(join(root, "copies"));
  const incoming = await makeScratch(join(root, "incoming"));
  const copies: Copies = {
    ...options,
    folder: kept.path,
    incoming,
    present: new Map(),
    underWay: new Map(),
    damaged: new Map(),
    bytes: 0,
    turn: 0,
  };
  return {
    folder: kept.path,
    lease: (key, { recheck = false } = {}) => lease(copies, key, recheck),
    adopt: (key, file, facts) => adopt(copies, key, { file, ...facts }),
    async forget(prefix) {
      for (const copy of [...copies.present.values()]) if (copy.key.startsWith(prefix)) await drop(copies, copy);
    },
    keys: () => [...copies.present.keys()],
    async [Symbol.asyncDispose]() {
      await kept[Symbol.asyncDispose]();
      await incoming[Symbol.asyncDispose]();
    },
  };
}

async function lease(copies: Copies, key: string, recheck: boolean): Promise<LeasedCopy> {
  const known = copies.damaged.get(key);
  if (recheck && known !== undefined) known.untilMs = 0;
  for (let tries = 1; ; tries += 1) {
    const copy = copies.present.get(key) ?? (await fetchOnce(copies, key));
    copy.leases += 1;
    const isWhole = await compare(copy, recheck).catch((error: unknown) => {
      release(copies, copy);
      throw error;
    });
    if (isWhole) {
      use(copies, copy);
      return { path: copy.path, bytes: copy.bytes, sha256: copy.sha256, release: once(() => release(copies, copy)) };
    }
    await drop(copies, copy);
    release(copies, copy);
    // Whatever keeps changing the file, it isn't the bucket.
    if (tries === LEASE_TRIES_MAX) throw new ObjectDamaged(key);
  }
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

/** To the end of the order in which copies are removed. */
function use({ present }: Copies, copy: Copy): void {
  if (present.get(copy.key) !== copy) return;
  present.delete(copy.key);
  present.set(copy.key, copy);
}

function release(copies: Copies, copy: Copy): void {
  copy.leases -= 1;
  if (copy.leases > 0) return;
  // Forgotten meanwhile, and nothing has come in its place.
  if (!copies.present.has(copy.key) && !copies.underWay.has(copy.key)) void rm(copy.path, { force: true }).catch(() => undefined);
  else if (copies.bytes > copies.bytesMax) void makeRoom(copies, 0).catch(() => undefined);
}

/** Many who ask at once share one download. */
async function fetchOnce(copies: Copies, key: string): Promise<Copy> {
  const running = copies.underWay.get(key);
  if (running !== undefined) return running;
  const fetching = fetchCopy(copies, key).finally(() => copies.underWay.delete(key));
  copies.underWay.set(key, fetching);
  return fetching;
}

async function fetchCopy(copies: Copies, key: string): Promise<Copy> {
  for (let fetches = 1; ; fetches += 1) {
    const file = await incomingFile(copies);
    const unpacked = `${file}-unpacked`;
    let reserved = 0;
    try {
      const facts = await copies.download({
        key,
        path: file,
        begin: async ({ bytes, storedBytes, isPacked, etag }) => {
          const damaged = copies.damaged.get(key);
          if (damaged?.etag === etag && performance.now() < damaged.untilMs) throw new ObjectDamaged(key);
          const needed = isPacked ? storedBytes + bytes : bytes;
          await makeRoom(copies, needed);
          reserved = needed;
          copies.bytes += needed;
        },
      });
      const { bytes, isPacked } = facts;
      const found = isPacked ? ((await unpackFile(file, unpacked, bytes)) ?? "nothing that can be unpacked") : await hashFile(file);
      if (facts.sha256 === undefined || facts.sha256 === found)
        return await place(copies, { key, file: isPacked ? unpacked : file, bytes, sha256: found, compared: true });
      if (fetches === FETCHES) throw damagedObject(copies, key, { facts, found });
    } finally {
      copies.bytes -= reserved;
      await rm(file, { force: true });
      await rm(unpacked, { force: true });
    }
  }
}

/** It's told once, however often it's asked for. */
function damagedObject(
  { damaged, tellDamaged }: Copies,
  key: string,
  { facts, found }: { facts: StoredFacts; found: string },
): ObjectDamaged {
  if (damaged.get(key)?.etag !== facts.etag) tellDamaged(key, facts, found);
  damaged.set(key, { etag: facts.etag, untilMs: performance.now() + DAMAGED_FOR_MS });
  for (const oldest of damaged.keys()) if (damaged.size > DAMAGED_MAX) damaged.delete(oldest);
  return new ObjectDamaged(key);
}

/** Somebody may have removed the whole cache: it's nobody's only copy. */
async function incomingFile(copies: Copies): Promise<string> {
  await mkdir(copies.incoming.path, { recursive: true, mode: OWNER_ONLY });
  copies.turn += 1;
  return copies.incoming.file(String(copies.turn));
}

interface Placed extends AdoptedFacts {
  readonly key: string;
  readonly file: string;
}

/** Under its key, and counted. */
async function place(copies: Copies, { key, file, bytes, sha256, compared }: Placed): Promise<Copy> {
  const path = join(copies.folder, key);
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
  await rename(file, path);
  const copy: Copy = { key, path, bytes, sha256, leases: 0, identity: compared ? (await identityOf(path))?.settled : undefined };
  const before = copies.present.get(key);
  if (before !== undefined) copies.bytes -= before.bytes;
  copies.present.delete(key);
  copies.present.set(key, copy);
  copies.bytes += bytes;
  return copy;
}

async function adopt(copies: Copies, key: string, { file, ...facts }: Omit<Placed, "key">): Promise<void> {
  await makeRoom(copies, facts.bytes);
  if (copies.bytes + facts.bytes > copies.bytesMax) await rm(file, { force: true });
  else await place(copies, { key, file, ...facts });
}

/** Removes what has been unused for longest, but nothing under a lease: those who hold it may go beyond the bound together. */
async function makeRoom(copies: Copies, bytes: number): Promise<void> {
  for (const copy of [...copies.present.values()]) {
    if (copies.bytes + bytes <= copies.bytesMax) return;
    if (copy.leases === 0) await drop(copies, copy);
  }
}

async function drop(copies: Copies, copy: Copy): Promise<void> {
  if (copies.present.get(copy.key) !== copy) return;
  copies.present.delete(copy.key);
  copies.bytes -= copy.bytes;
  if (copy.leases === 0) await rm(copy.path, { force: true });
}

/** False for a file that is gone or has other bytes. */
async function compare(copy: Copy, recheck: boolean): Promise<boolean> {
  const facts = await identityOf(copy.path);
  if (facts === undefined) return false;
  if (!recheck && copy.identity === facts.text) return true;
  if ((await unlessMissing(hashFile(copy.path))) !== copy.sha256) return false;
  copy.identity = (await identityOf(copy.path))?.settled;
  return true;
}

/** Without the time of the inode's change, which a rename sets. */
async function identityOf(path: string): Promise<{ readonly text: string; readonly settled: string | undefined } | undefined> {
  const facts = await unlessMissing(stat(path, { bigint: true }));
  if (facts?.isFile() !== true) return undefined;
  const text = [facts.dev, facts.ino, facts.size, facts.mtimeNs].join(" ");
  return { text, settled: Math.abs(Date.now() - Number(facts.mtimeMs)) > TIME_STEP_MS ? text : undefined };
}
