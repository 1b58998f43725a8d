import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, rename, rm, rmdir, stat, statfs, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { PlainError } from "../../kernel/errors.ts";
import type { Logger, Metrics } from "../telemetry/telemetry-port.ts";
import { outsideTransactions } from "../postgres/postgres-port.ts";
import { type Checksums, type CheckWhen, hashFile, openChecksums, sumPath, writeWhole } from "./checksums.ts";
import { closeFolder, makeDurableFolder, OWNER_ONLY, OWNER_ONLY_FILE, syncFolder, syncUpTo } from "./durable-folders.ts";
import { type OpenObject, readParts, readRange } from "./file-reads.ts";
import { ObjectTaken, requireKey, requirePrefix } from "./object-keys.ts";
import { type ByteRange, type KnownOfFile, ObjectMissing, type ObjectInfo, type ObjectStore, type StorageSpace } from "./objects-port.ts";
import { infoOf, walkObjects } from "./object-walk.ts";
import { makeScratch, scratchFolders, sweepScratch } from "./scratch-folders.ts";
import { scrubObjects } from "./scrub.ts";
import { errorCode, isMissing, storageFault } from "./storage-faults.ts";

/**
 * The object store in a directory: `<root>/objects/<key>` and, on the same file system, `<root>/scratch/`.
 *
 * Nothing is ever written under its final name. A put syncs the finished file, gives it its name with link(2), which is
 * atomic and fails when the name is taken, and syncs the folders. So a key names a whole object or nothing, at every moment
 * and after every crash; and of two puts of one key exactly one wins. The winner then writes the object's checksum beside it:
 * nobody knows the key before the put has resolved.
 */
export interface DirectoryStore extends ObjectStore {
  /** The folder that holds the objects and nothing else: what DuckDB may read. */
  readonly objectsFolder: string;
}

interface Place {
  readonly root: string;
  readonly objects: string;
  readonly scratch: string;
  readonly log: Logger;
  readonly checksums: Checksums;
}

const STORE = "the object store";
/** A `remove` next door may take a folder between its making and the link; each turn needs another such removal. */
const LINK_TRIES_MAX = 5;

export async function openDirectoryStore(options: { root: string; log: Logger; metrics?: Metrics }): Promise<DirectoryStore> {
  const root = resolve(options.root);
  const checksums = openChecksums(options);
  const place: Place = { root, objects: join(root, "objects"), scratch: join(root, "scratch"), log: options.log, checksums };
  await naming(place, async () => {
    await makeDurableFolder(place.objects);
    await makeDurableFolder(place.scratch);
    for (const folder of [place.objects, place.scratch]) await closeFolder(folder);
    const removed = await sweepScratch(place.scratch, new Date());
    if (removed > 0) place.log.debug({ removed, folder: place.scratch }, "removed scratch folders of dead processes");
  });
  const scratches = scratchFolders(place.scratch);
  return {
    objectsFolder: place.objects,
    put: outsideTransactions(STORE, (key, file, known = {}) => put(place, key, { file, ...known })),
    read: outsideTransactions(STORE, (key, range) => read(place, key, range)),
    parts: outsideTransactions(STORE, (key, ranges) => naming(place, () => parts(place, key, ranges))),
    head: outsideTransactions(STORE, (key) => head(place, key)),
    check: outsideTransactions(STORE, (key, { recheck = false } = {}) => check(place, key, recheck ? "now" : "once")),
    list: outsideTransactions(STORE, (prefix) => list(place, prefix)),
    remove: outsideTransactions(STORE, (prefix) => naming(place, () => remove(place, prefix))),
    local: outsideTransactions(STORE, (key, { recheck = false } = {}) => local(place, key, recheck ? "now" : "once")),
    scratch: outsideTransactions(STORE, () => naming(place, () => scratches.make())),
    ready: () => naming(place, () => probe(place)),
    scrub: (turn) => naming(place, () => scrubObjects({ ...place, ...turn })),
    space: () => naming(place, () => spaceOf(place)),
    [Symbol.asyncDispose]: () => scratches[Symbol.asyncDispose](),
  };
}

/** Turns a failure of the disk into one that names the store. */
async function naming<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlainError || errorCode(error) === "") throw error;
    place.log.error({ root: place.root, error: String(error) }, "the object store failed");
    throw storageFault(place.root, error);
  }
}

const pathOf = (place: Place, key: string): string => join(place.objects, key);

interface FileToPut extends KnownOfFile {
  readonly file: string;
}

async function put(place: Place, key: string, { file, sha256 }: FileToPut): Promise<ObjectInfo> {
  requireKey(key);
  // Outside `naming`: a file that is not there is the caller's mistake, not the store's failure.
  // A symbolic link would be given the key itself, instead of what it points to.
  await using handle = await open(file, constants.O_RDWR | constants.O_NOFOLLOW);
  return await naming(place, async () => {
    const storedAt = new Date();
    await handle.utimes(storedAt, storedAt);
    // Whoever wrote the file, under whatever umask.
    await handle.chmod(OWNER_ONLY_FILE);
    await handle.sync();
    const { size } = await handle.stat();
    await linkDurably(place, key, { file, sum: sha256 ?? (await hashFile(file)) });
    await unlink(file);
    return { key, bytes: size, storedAt };
  });
}

async function linkDurably(place: Place, key: string, { file, sum }: { readonly file: string; readonly sum: string }): Promise<void> {
  const path = pathOf(place, key);
  await linkIntoFolder(file, path).catch((error: unknown) => {
    throw errorCode(error) === "EEXIST" ? new ObjectTaken(key) : error;
  });
  try {
    await writeWhole(sumPath(path), sum, sumPath(file));
    await syncUpTo(dirname(path), place.objects);
  } catch (error) {
    // A put that rejects leaves nothing behind: the caller was not told that the object is safe.
    await unlink(path).catch(() => undefined);
    await unlink(sumPath(path)).catch(() => undefined);
    throw error;
  }
}

async function linkIntoFolder(file: string, path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
      return await link(file, path);
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || tries === LINK_TRIES_MAX) throw error;
    }
  }
}

/** The open file of an object whose bytes are right. A folder opens too, so what was opened is looked at. */
async function openObject(place: Place, key: string, when: CheckWhen = "once"): Promise<OpenObject> {
  requireKey(key);
  await place.checksums.check(key, pathOf(place, key), when);
  const handle = await open(pathOf(place, key), "r").catch((error: unknown) => {
    throw isMissing(error) ? new ObjectMissing(key) : error;
  });
  const facts = await handle.stat();
  if (facts.isFile()) return { handle, key, bytes: facts.size };
  await handle.close();
  throw new ObjectMissing(key);
}

async function read(place: Place, key: string, range?: ByteRange): Promise<Readable> {
  return readRange(await openObject(place, key), range);
}

async function parts(place: Place, key: string, ranges: readonly ByteRange[]): Promise<readonly Buffer[]> {
  const object = await openObject(place, key);
  await using _ = object.handle;
  return await readParts(object, ranges);
}

async function head(place: Place, key: string): Promise<ObjectInfo | undefined> {
  requireKey(key);
  return infoOf(place.objects, key);
}

async function check(place: Place, key: string, when: CheckWhen): Promise<void> {
  const { handle } = await openObject(place, key, when);
  await handle.close();
}

async function* list(place: Place, prefix: string): AsyncGenerator<ObjectInfo> {
  requirePrefix(prefix);
  yield* walkObjects({ objects: place.objects, prefix });
}

/** One rename takes everything out of sight at once; a put that comes later makes the folder anew. */
async function remove(place: Place, prefix: string): Promise<void> {
  requirePrefix(prefix);
  const folder = pathOf(place, prefix.slice(0, -1));
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true) return;
  await using bin = await makeScratch(place.scratch);
  await rename(folder, bin.file("removed")).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error;
  });
  await removeEmptyParents(place, dirname(folder));
}

/** Without this every run would leave an empty folder for ever. A folder that is not empty stops the climb. */
async function removeEmptyParents(place: Place, folder: string): Promise<void> {
  for (let current = folder; current !== place.objects; current = dirname(current)) {
    const removed = await rmdir(current).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

/** The object's own file: it is immutable, and an open file outlives its removal. */
async function local(place: Place, key: string, when: CheckWhen) {
  const { handle } = await openObject(place, key, when);
  await handle.close();
  return { path: pathOf(place, key), async [Symbol.asyncDispose]() {} };
}

async function spaceOf({ objects }: Place): Promise<StorageSpace> {
  const { bavail, blocks, bsize } = await statfs(objects);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The steps of a put under a name that is no key (`~`), so that what would fail then fails now. */
async function probe(place: Place): Promise<void> {
  await using scratch = await makeScratch(place.scratch);
  const file = scratch.file("probe");
  const name = join(place.objects, `~${randomUUID()}`);
  {
    await using handle = await open(file, "wx");
    await handle.writeFile("ready?");
    await handle.sync();
  }
  try {
    await link(file, name);
    await syncFolder(place.objects);
  } finally {
    await rm(name, { force: true });
  }
}
