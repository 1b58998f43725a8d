import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Bucket, jitterMs, openLanes, statusOf } from "./bucket-client.ts";
import { ObjectTaken } from "./object-keys.ts";

/**
 * A file on its way into the bucket. Files beyond one part go up as a multipart upload. Each part is held in memory while it's sent, so that
 * a retry sends the same bytes; a process holds no more than `LANES` of them.
 *
 * Each put has a mark of its own, stored with the object. When an answer is lost, the repeated request finds the key taken; the mark says
 * whether by us.
 */

const LANES = 4;
/** S3 takes parts from 5 MiB, and 10,000 of them. */
const PART_BYTES_MIN = 8 * 1024 * 1024;
const PARTS_MAX = 10_000;
/** A store that sees two writers of one key refuses both for a moment. */
const CONFLICTS_MAX = 8;

export interface FileToUpload {
  readonly handle: FileHandle;
  readonly bytes: number;
  /** What is stored with the object, besides the mark of its put. */
  readonly facts: Readonly<Record<string, string>>;
}

type Upload = (key: string, file: FileToUpload) => Promise<void>;

/** Rejects with `ObjectTaken` if another put has the key. */
export function openUploads(bucket: Bucket): Upload {
  const inLane = openLanes(LANES);
  return async (key, file) => {
    const mark = randomUUID();
    const sending: Sending = { bucket, key, file, metadata: { ...file.facts, put: mark }, inLane };
    if (!bucket.settings.conditionalWrites && (await markOf(bucket, key)) !== undefined) throw new ObjectTaken(key);
    for (let tries = 1; ; tries += 1) {
      const error = await attempt(sending);
      const present = error === undefined && bucket.settings.conditionalWrites ? mark : await presentMark(bucket, key, error);
      if (present === mark) return;
      if (present !== undefined) throw new ObjectTaken(key);
      if (statusOf(error) !== 409 || tries === CONFLICTS_MAX) throw error;
      await delay(jitterMs(tries));
    }
  };
}

interface Sending {
  readonly bucket: Bucket;
  readonly key: string;
  readonly file: FileToUpload;
  readonly metadata: Record<string, string>;
  readonly inLane: ReturnType<typeof openLanes>;
}

/** What went wrong, if anything did. */
async function attempt(sending: Sending): Promise<unknown> {
  try {
    await (sending.file.bytes > PART_BYTES_MIN ? sendParts(sending) : sendWhole(sending));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The mark of whoever has the key. Where a failure keeps us from asking too, the first one is told. */
async function presentMark(bucket: Bucket, key: string, cause: unknown): Promise<string | undefined> {
  return markOf(bucket, key).catch((error: unknown) => {
    throw cause ?? error;
  });
}

async function markOf({ client, at }: Bucket, key: string): Promise<string | undefined> {
  try {
    const { Metadata: metadata } = await client.send(new HeadObjectCommand(at(key)));
    return metadata?.["put"] ?? "";
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

const condition = ({ settings }: Bucket) => (settings.conditionalWrites ? { IfNoneMatch: "*" } : {});

async function sendWhole({ bucket, key, file, metadata, inLane }: Sending): Promise<void> {
  await inLane(async () => {
    const body = await bytesOf(file, 0, file.bytes);
    await bucket.client.send(
      new PutObjectCommand({ ...bucket.at(key), ...condition(bucket), Body: body, ContentLength: body.length, Metadata: metadata }),
    );
  });
}

async function bytesOf({ handle }: FileToUpload, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new RangeError(`a file has become shorter while it was stored: ${start + filled} bytes`);
    filled += bytesRead;
  }
  return bytes;
}

async function sendParts(sending: Sending): Promise<void> {
  const { bucket, key, metadata } = sending;
  const { UploadId: id } = await bucket.client.send(new CreateMultipartUploadCommand({ ...bucket.at(key), Metadata: metadata }));
  const upload = { ...bucket.at(key), UploadId: id };
  try {
    const parts = await sendEachPart(sending, upload);
    await bucket.client.send(
      new CompleteMultipartUploadCommand({ ...upload, ...condition(bucket), MultipartUpload: { Parts: [...parts] } }),
    );
  } catch (error) {
    // Its parts would be kept, and paid for, until somebody removes them; housekeeping does when this fails too.
    await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

interface UploadUnderWay {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

async function sendEachPart({ bucket, file, inLane }: Sending, upload: UploadUnderWay): Promise<readonly CompletedPart[]> {
  const partBytes = Math.max(PART_BYTES_MIN, Math.ceil(file.bytes / PARTS_MAX));
  const failed = new AbortController();
  const sendOne = async (index: number): Promise<CompletedPart> => {
    failed.signal.throwIfAborted();
    const start = index * partBytes;
    const body = await bytesOf(file, start, Math.min(partBytes, file.bytes - start));
    const part = { ...upload, PartNumber: index + 1, Body: body, ContentLength: body.length };
    const { ETag, ChecksumCRC32 } = await bucket.client.send(new UploadPartCommand(part), { abortSignal: failed.signal });
    return { PartNumber: index + 1, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) };
  };
  const parts = Array.from({ length: Math.ceil(file.bytes / partBytes) }, (_, index) =>
    inLane(() => sendOne(index)).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  // All of them have ended before the upload is aborted or completed.
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
