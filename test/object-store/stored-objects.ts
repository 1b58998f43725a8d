import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { S3Error } from "./s3-error.ts";

/**
 * Objects on disk: `<root>/<bucket>/objects/<hash of the key>.json` says what an object is and names the files with its bytes in
 * `<root>/<bucket>/bytes/`. The description is renamed into place, so a process that's killed leaves the object or nothing.
 */

export interface StoredPart {
  readonly file: string;
  readonly bytes: number;
}

export interface StoredObject {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
  /** In ms since 1970. */
  readonly modified: number;
  /** Headers that come back with it: its type, `x-amz-meta-…` and its checksums. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly StoredPart[];
}

export interface Conditions {
  readonly ifNoneMatch?: string | undefined;
  readonly ifMatch?: string | undefined;
}

export interface Bucket {
  readonly folder: string;
  get(key: string): StoredObject | undefined;
  /** In order of the bytes of the keys. */
  keys(): readonly string[];
  /** Bytes that no object has yet. */
  store(bytes: Buffer): Promise<StoredPart>;
  /** Gives the bytes their key if the conditions hold at that moment; throws `S3Error` otherwise. */
  commit(object: StoredObject, conditions: Conditions): Promise<void>;
  remove(key: string): Promise<void>;
  /** Bytes `start` to `end`, both included, part by part. */
  read(object: StoredObject, start: number, end: number): AsyncIterable<Buffer>;
}

export const md5 = (bytes: string | Uint8Array): string => createHash("md5").update(bytes).digest("hex");

export async function openBucket(folder: string): Promise<Bucket> {
  const [described, stored] = [join(folder, "objects"), join(folder, "bytes")];
  await mkdir(described, { recursive: true });
  await mkdir(stored, { recursive: true });
  const objects = new Map<string, StoredObject>();
  for (const name of readdirSync(described)) {
    if (!name.endsWith(".json")) continue;
    const object = readObject(readFileSync(join(described, name), "utf8"));
    objects.set(object.key, object);
  }
  let sorted: readonly string[] | undefined;
  const fileOf = (key: string): string => join(described, `${createHash("sha256").update(key).digest("hex")}.json`);
  const discard = async (parts: readonly StoredPart[]): Promise<void> => {
    for (const { file } of parts) await rm(join(stored, file), { force: true });
  };
  return {
    folder,
    get: (key) => objects.get(key),
    keys() {
      sorted ??= [...objects.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      return sorted;
    },
    async store(bytes) {
      const file = randomUUID();
      await writeFile(join(stored, file), bytes);
      return { file, bytes: bytes.length };
    },
    async commit(object, conditions) {
      // From here to the entry nothing waits: of two writers one finds the other's object.
      requireConditions(objects.get(object.key), conditions);
      const before = objects.get(object.key);
      objects.set(object.key, object);
      sorted = undefined;
      const temporary = `${fileOf(object.key)}.${randomUUID()}`;
      await writeFile(temporary, JSON.stringify(object));
      await rename(temporary, fileOf(object.key));
      if (before !== undefined) await discard(before.parts);
    },
    async remove(key) {
      const object = objects.get(key);
      if (object === undefined) return;
      objects.delete(key);
      sorted = undefined;
      await rm(fileOf(key), { force: true });
      await discard(object.parts);
    },
    read: (object, start, end) => readParts(stored, object, { start, end }),
  };
}

async function* readParts(folder: string, { parts }: StoredObject, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { file, bytes } of parts) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at + 1, bytes)];
    at += bytes;
    if (from >= to) continue;
    await using handle = await open(join(folder, file), "r");
    const slice = Buffer.allocUnsafe(to - from);
    await handle.read(slice, 0, slice.length, from);
    yield slice;
  }
}

function requireConditions(present: StoredObject | undefined, { ifNoneMatch, ifMatch }: Conditions): void {
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*")
    throw new S3Error(501, "NotImplemented", "A header you provided implies functionality that is not implemented.");
  const failed = new S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
  if (ifNoneMatch === "*" && present !== undefined) throw failed;
  if (ifMatch === undefined) return;
  if (present === undefined) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
  if (ifMatch !== present.etag) throw failed;
}

function readObject(text: string): StoredObject {
  const { key, etag, bytes, modified, headers, parts } = members(parseJson(text));
  return {
    key: String(key),
    etag: String(etag),
    bytes: Number(bytes),
    modified: Number(modified),
    headers: Object.fromEntries(Object.entries(members(headers)).map(([name, value]) => [name, String(value)])),
    parts: Array.isArray(parts)
      ? parts.map((part) => ({ file: String(members(part)["file"]), bytes: Number(members(part)["bytes"]) }))
      : [],
  };
}
