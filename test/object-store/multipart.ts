import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { S3Error } from "./s3-error.ts";
import { type Bucket, type Conditions, md5, type StoredObject, type StoredPart } from "./stored-objects.ts";

/** Uploads under way: a folder each, with the description and one JSON file for each part. They outlive the process. */

const PART_BYTES_MIN = 5 * 1024 * 1024;
const PART_NUMBER_MAX = 10_000;

export interface Upload {
  readonly id: string;
  readonly key: string;
  readonly initiated: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface NamedPart {
  readonly number: number;
  readonly etag: string;
}

interface UploadedPart extends StoredPart {
  readonly etag: string;
  readonly digest: string;
}

const folderOf = (bucket: Bucket, id: string): string => join(bucket.folder, "uploads", id);

export async function createUpload(
  bucket: Bucket,
  { key, headers, now }: { key: string; headers: Upload["headers"]; now: number },
): Promise<Upload> {
  const upload: Upload = { id: randomUUID().replaceAll("-", ""), key, initiated: now, headers };
  await mkdir(folderOf(bucket, upload.id), { recursive: true });
  await writeWhole(join(folderOf(bucket, upload.id), "upload.json"), upload);
  return upload;
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify(value));
  await rename(temporary, path);
}

export async function findUpload(bucket: Bucket, key: string, id: string): Promise<Upload> {
  const file = join(folderOf(bucket, id), "upload.json");
  const upload = /^[0-9a-f]{32}$/.test(id) && existsSync(file) ? readUpload(await readFile(file, "utf8")) : undefined;
  if (upload?.key === key) return upload;
  throw new S3Error(
    404,
    "NoSuchUpload",
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
  );
}

function readUpload(text: string): Upload {
  const { id, key, initiated, headers } = members(parseJson(text));
  const entries = Object.entries(members(headers)).map(([name, value]) => [name, String(value)]);
  return { id: String(id), key: String(key), initiated: Number(initiated), headers: Object.fromEntries(entries) };
}

export async function storePart(bucket: Bucket, upload: Upload, { number, bytes }: { number: number; bytes: Buffer }): Promise<string> {
  if (!Number.isInteger(number) || number < 1 || number > PART_NUMBER_MAX)
    throw new S3Error(400, "InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  const digest = md5(bytes);
  const part = { ...(await bucket.store(bytes)), etag: `"${digest}"`, digest };
  await writeWhole(join(folderOf(bucket, upload.id), `part-${number}.json`), part);
  return part.etag;
}

export async function completeUpload(
  bucket: Bucket,
  upload: Upload,
  { named, conditions, now }: { named: readonly NamedPart[]; conditions: Conditions; now: number },
): Promise<StoredObject> {
  if (named.length === 0) throw new S3Error(400, "MalformedXML", "The XML you provided was not well-formed.");
  if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0)))
    throw new S3Error(400, "InvalidPartOrder", "The list of parts was not in ascending order.");
  const parts: UploadedPart[] = [];
  for (const { number, etag } of named) {
    const part = await readPart(join(folderOf(bucket, upload.id), `part-${number}.json`));
    if (part === undefined || part.digest !== etag.replaceAll('"', ""))
      throw new S3Error(400, "InvalidPart", "One or more of the specified parts could not be found, or its ETag doesn't match.");
    parts.push(part);
  }
  if (parts.slice(0, -1).some(({ bytes }) => bytes < PART_BYTES_MIN))
    throw new S3Error(400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed object size.");
  const etag = `"${md5(Buffer.concat(parts.map(({ digest }) => Buffer.from(digest, "hex"))))}-${parts.length}"`;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const object: StoredObject = {
    key: upload.key,
    etag,
    bytes,
    modified: now,
    headers: upload.headers,
    parts: parts.map((part) => ({ file: part.file, bytes: part.bytes })),
  };
  await bucket.commit(object, conditions);
  await rm(folderOf(bucket, upload.id), { recursive: true, force: true });
  return object;
}

async function readPart(file: string): Promise<UploadedPart | undefined> {
  if (!existsSync(file)) return undefined;
  const { file: name, bytes, etag, digest } = members(parseJson(await readFile(file, "utf8")));
  return { file: String(name), bytes: Number(bytes), etag: String(etag), digest: String(digest) };
}

export async function abortUpload(bucket: Bucket, upload: Upload): Promise<void> {
  const folder = folderOf(bucket, upload.id);
  for (const name of await readdir(folder)) {
    const part = name.startsWith("part-") && name.endsWith(".json") ? await readPart(join(folder, name)) : undefined;
    if (part !== undefined) await rm(join(bucket.folder, "bytes", part.file), { force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

/** By key, then by the time they began. */
export async function listUploads(bucket: Bucket, prefix: string): Promise<readonly Upload[]> {
  const ids = await readdir(join(bucket.folder, "uploads")).catch(() => []);
  const uploads: Upload[] = [];
  for (const id of ids) {
    const text = await readFile(join(folderOf(bucket, id), "upload.json"), "utf8").catch(() => undefined);
    if (text !== undefined) uploads.push(readUpload(text));
  }
  return uploads
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || a.initiated - b.initiated);
}
