import { DeleteObjectsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { constants } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { outsideTransactions } from "../postgres/postgres-port.ts";
import { type Logger, type Metrics, NO_METRICS } from "../telemetry/telemetry-port.ts";
import { type Bucket, type BucketSettings, openBucket } from "./bucket-client.ts";
import { headOf, openDownloads, type StoredFacts } from "./bucket-downloads.ts";
import { bucketFault, isOfBucket } from "./bucket-faults.ts";
import { openReadiness } from "./bucket-readiness.ts";
import { openBucketScrub } from "./bucket-scrub.ts";
import { openUploads } from "./bucket-uploads.ts";
import { hashFile } from "./checksums.ts";
import { closeFolder, makeDurableFolder } from "./durable-folders.ts";
import { readParts, readRange } from "./file-reads.ts";
import { startForgetting } from "./forget-removed.ts";
import { type LocalCopies, openLocalCopies } from "./local-copies.ts";
import { isKey, requireKey, requirePrefix } from "./object-keys.ts";
import {
  type DownloadAs,
  type KnownOfFile,
  ObjectDamaged,
  type ObjectInfo,
  ObjectMissing,
  type ObjectStore,
  type StorageSpace,
} from "./objects-port.ts";
import { mayBePacked, PACKED_BYTES_MIN, UNPACKED_BYTES } from "./packed-objects.ts";
import { scratchFolders, sweepScratch } from "./scratch-folders.ts";
import { signedDownload } from "./signed-download.ts";
import { errorCode, storageFault } from "./storage-faults.ts";

/**
 * The object store in a bucket of an S3-compatible store: `s3://<bucket>/<prefix><key>`, with the SHA-256 of what was put in the object's
 * metadata. Reading goes through local copies: the whole object is fetched and compared once, because no range of it can be compared alone.
 *
 * Below `<root>`, which is only a cache, `copies/`, `incoming/` and `scratch/` have a folder of each process.
 */
export interface BucketStore extends ObjectStore {
  /** The folder that holds the local copies and nothing else: what DuckDB may read. */
  readonly objectsFolder: string;
}

export interface BucketStoreOptions {
  readonly settings: BucketSettings;
  readonly root: string;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

interface Place {
  readonly bucket: Bucket;
  readonly root: string;
  readonly log: Logger;
  readonly copies: LocalCopies;
  readonly upload: ReturnType<typeof openUploads>;
}

const STORE = "the object store";
const DELETED_AT_ONCE_MAX = 1_000;
/** Objects of a listing whose unpacked sizes are looked up at the same time. */
const SIZES_AT_ONCE = 16;

export async function openBucketStore({ settings, root: folder, log, metrics = NO_METRICS }: BucketStoreOptions): Promise<BucketStore> {
  const root = resolve(folder);
  await openFolders(root, log);
  const bucket = openBucket(settings);
  const download = openDownloads(bucket);
  const tellDamaged = (key: string, { sha256 }: StoredFacts, found: string): void => {
    log.error({ object: key, wanted: sha256, found }, "an object is damaged: its bytes differ from the stored ones");
    metrics.count("objects_damaged_total", {});
  };
  const copies = await openLocalCopies({ root, bytesMax: settings.cacheBytesMax, download, tellDamaged });
  const forgetting = startForgetting({ bucket, copies });
  const place: Place = { bucket, root, log, copies, upload: openUploads(bucket) };
  const told = <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    outsideTransactions(STORE, (...args: Args) => naming(place, () => work(...args)));
  const scratches = scratchFolders(scratchOf(root));
  const scrub = openBucketScrub({ bucket, copies, list: (after) => listFrom(bucket, "", after), log });
  return {
    objectsFolder: copies.folder,
    put: outsideTransactions(STORE, (key, file, known = {}) => put(place, key, { file, ...known })),
    read: told((key, range) => withFile(place, key, async (object) => readRange(object, range), "reader closes")),
    parts: told((key, ranges) => withFile(place, key, (object) => readParts(object, ranges))),
    head: told((key) => head(place, key)),
    check: told(async (key, { recheck = false } = {}) => (await leased(place, key, recheck)).release()),
    list: outsideTransactions(STORE, (prefix) => list(place, prefix)),
    remove: told((prefix) => remove(place, prefix)),
    local: told(async (key, { recheck = false } = {}) => {
      const { path, release } = await leased(place, key, recheck);
      return { path, [Symbol.asyncDispose]: async () => release() };
    }),
    scratch: told(async () => {
      // Somebody may have emptied the disk meanwhile.
      await makeDurableFolder(scratchOf(root));
      return scratches.make();
    }),
    ready: told(openReadiness(bucket)),
    scrub: (turn) => naming(place, () => scrub(turn)),
    space: () => naming(place, () => spaceOf(root)),
    ...(settings.presignedDownloads ? { downloadUrl: told((key, as) => downloadUrl(bucket, key, as)) } : {}),
    async [Symbol.asyncDispose]() {
      forgetting[Symbol.dispose]();
      await scratches[Symbol.asyncDispose]();
      await copies[Symbol.asyncDispose]();
      bucket.client.destroy();
    },
  };
}

async function openFolders(root: string, log: Logger): Promise<void> {
  try {
    for (const name of ["copies", "incoming", "scratch"]) {
      const folder = join(root, name);
      await makeDurableFolder(folder);
      await closeFolder(folder);
      const removed = await sweepScratch(folder, new Date());
      if (removed > 0) log.debug({ removed, folder }, "removed scratch folders of dead processes");
    }
  } catch (error) {
    throw storageFault(root, error);
  }
}

const scratchOf = (root: string): string => join(root, "scratch");

/** Turns a failure of the bucket or of the local disk into one that names it. */
async function naming<T>({ bucket: { settings }, root, log }: Pick<Place, "bucket" | "root" | "log">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlainError || error instanceof ObjectMissing) throw error;
    const isRemote = isOfBucket(error);
    if (!isRemote && errorCode(error) === "") throw error;
    const fault = isRemote ? bucketFault(settings, error) : storageFault(root, error);
    log.error({ bucket: settings.bucket, error: String(error), reason: fault.message }, "the object store failed");
    throw fault;
  }
}

interface FileToPut extends KnownOfFile {
  readonly file: string;
}

async function put(place: Place, key: string, { file, sha256, gzipFile }: FileToPut): Promise<ObjectInfo> {
  requireKey(key);
  // Outside `naming`: a file that is not there is the caller's mistake, not the store's failure.
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  return await naming(place, async () => {
    const { size: bytes } = await handle.stat();
    const sum = sha256 ?? (await hashFile(file));
    if (gzipFile !== undefined && bytes >= PACKED_BYTES_MIN && mayBePacked(key))
      await sendPacked(place, key, { gzipFile, bytes, sha256: sum });
    else await place.upload(key, { handle, bytes, facts: { sha256: sum } });
    // The copy is a convenience: the object is safe whatever becomes of it.
    await place.copies.adopt(key, file, { bytes, sha256: sum, compared: sha256 === undefined }).catch(() => rm(file, { force: true }));
    return { key, bytes, storedAt: new Date() };
  });
}

interface FileToPack {
  readonly gzipFile: string;
  /** Unpacked size. */
  readonly bytes: number;
  readonly sha256: string;
}

async function sendPacked({ upload }: Place, key: string, { gzipFile, bytes, sha256 }: FileToPack): Promise<void> {
  await using handle = await open(gzipFile, constants.O_RDONLY | constants.O_NOFOLLOW);
  const facts = { sha256, [UNPACKED_BYTES]: String(bytes) };
  await upload(key, { handle, bytes: (await handle.stat()).size, facts });
}

/** An object stored as gzip is only offered to clients that accept gzip. */
async function downloadUrl(bucket: Bucket, key: string, as: DownloadAs): Promise<string | undefined> {
  const { isPacked } = await headOf(bucket, key);
  return isPacked && !as.acceptsGzip ? undefined : signedDownload(bucket, key, { ...as, isPacked });
}

/** A recheck also asks the bucket whether it still has the object, and the same one. */
async function leased({ bucket, copies }: Place, key: string, recheck: boolean) {
  requireKey(key);
  const lease = await copies.lease(key, { recheck });
  if (!recheck) return lease;
  try {
    const { sha256 } = await headOf(bucket, key);
    if (sha256 !== undefined && sha256 !== lease.sha256) throw new ObjectDamaged(key);
    return lease;
  } catch (error) {
    lease.release();
    if (error instanceof ObjectMissing || error instanceof ObjectDamaged) await copies.forget(key);
    throw error;
  }
}

type Reading<T> = (object: Parameters<typeof readParts>[0]) => Promise<T>;

/** The lease ends once the file is open: an open file outlives its removal. */
async function withFile<T>(place: Place, key: string, work: Reading<T>, closing?: "reader closes"): Promise<T> {
  const { path, bytes, release } = await leased(place, key, false);
  const handle = await open(path, "r").finally(release);
  if (closing !== undefined) return work({ handle, key, bytes });
  await using _ = handle;
  return await work({ handle, key, bytes });
}

async function head({ bucket }: Place, key: string): Promise<ObjectInfo | undefined> {
  requireKey(key);
  try {
    const { bytes, storedAt } = await headOf(bucket, key);
    return { key, bytes, storedAt };
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

async function* list(place: Place, prefix: string): AsyncGenerator<ObjectInfo> {
  requirePrefix(prefix);
  const listed = listFrom(place.bucket, prefix);
  for (;;) {
    const some = await naming(place, async () => {
      const infos: ObjectInfo[] = [];
      for (let next = await listed.next(); next.done !== true; next = await listed.next()) {
        infos.push(next.value);
        if (infos.length === SIZES_AT_ONCE) break;
      }
      return Promise.all(infos.map((info) => unpackedSize(place.bucket, info)));
    });
    if (some.length === 0) return;
    yield* some;
  }
}

/** Listings have the stored size, so the unpacked one is looked up. An object removed meanwhile keeps the listed size. */
async function unpackedSize(bucket: Bucket, info: ObjectInfo): Promise<ObjectInfo> {
  if (!mayBePacked(info.key)) return info;
  const bytes = await headOf(bucket, info.key).then(
    (facts) => facts.bytes,
    (error: unknown) => {
      if (error instanceof ObjectMissing) return info.bytes;
      throw error;
    },
  );
  return { ...info, bytes };
}

/** Lists say fractions of a second on some stores, answers about one object never do. */
const wholeSeconds = (time: Date | undefined): Date => new Date(Math.floor((time?.getTime() ?? 0) / 1_000) * 1_000);

/** The keys below a prefix and behind a key, in the order of their bytes, which is the order of the store's answers. */
async function* listFrom({ client, settings }: Bucket, below: string, after?: string): AsyncGenerator<ObjectInfo> {
  const request = { Bucket: settings.bucket, Prefix: settings.prefix + below };
  let token: string | undefined;
  do {
    const start = token === undefined ? (after ? { StartAfter: settings.prefix + after } : {}) : { ContinuationToken: token };
    const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command({ ...request, ...start }));
    const listed = Contents.map(({ Key = "", Size = 0, LastModified }) => {
      return { key: Key.slice(settings.prefix.length), bytes: Size, storedAt: wholeSeconds(LastModified) };
    });
    yield* listed.filter(({ key }) => isKey(key));
    token = NextContinuationToken;
  } while (token !== undefined);
}

/** Batch by batch; what another process removes meanwhile is no error. */
async function remove({ bucket, copies }: Place, prefix: string): Promise<void> {
  requirePrefix(prefix);
  await copies.forget(prefix);
  const batch: string[] = [];
  for await (const { key } of listFrom(bucket, prefix)) {
    batch.push(key);
    if (batch.length === DELETED_AT_ONCE_MAX) await deleteAll(bucket, batch.splice(0));
  }
  await deleteAll(bucket, batch);
}

async function deleteAll({ client, at, settings }: Bucket, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const objects = keys.map((key) => ({ Key: at(key).Key }));
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: settings.bucket, Delete: { Objects: objects, Quiet: true } }),
  );
  const [failed] = Errors;
  if (failed !== undefined)
    throw Object.assign(new Error(failed.Message ?? "an object wasn't removed"), { name: failed.Code ?? "", $metadata: {} });
}

/** A bucket has no end; the disk of the local copies and of work under way does. */
async function spaceOf(root: string): Promise<StorageSpace> {
  const { bavail, blocks, bsize } = await statfs(root);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
