import { GetObjectCommand, type GetObjectCommandOutput, HeadObjectCommand } from "@aws-sdk/client-s3";
import { open } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { members } from "../../kernel/unsafe.ts";
import { type Bucket, jitterMs, nameOf, openLanes, statusOf } from "./bucket-client.ts";
import { ObjectMissing } from "./objects-port.ts";
import { UNPACKED_BYTES } from "./packed-objects.ts";

/**
 * An object on its way out of the bucket, in ranges: several at a time are quicker than one stream, and one that breaks off is asked for
 * again alone. A process holds no more than `LANES` ranges in memory.
 */

const LANES = 6;
const RANGE_BYTES = 4 * 1024 * 1024;
const TRIES_MAX = 6;
/** A line that brings less than a range in this time is broken. */
const RANGE_TIMEOUT_MS = 60_000;

/** What the store says of an object. */
export interface StoredFacts {
  /** Size of the object. */
  readonly bytes: number;
  /** Size in the bucket; smaller if it's stored as gzip. */
  readonly storedBytes: number;
  readonly isPacked: boolean;
  readonly etag: string;
  /** Undefined for an object that another program put there. */
  readonly sha256: string | undefined;
}

export interface Download {
  readonly key: string;
  /** The file to write, as the store has it; it's made. */
  readonly path: string;
  /** Called once before more than the first range is fetched; a rejection ends the download. */
  readonly begin: (facts: StoredFacts) => Promise<void>;
}

/** Rejects with `ObjectMissing`. What was written isn't compared with the checksum yet. */
export function openDownloads(bucket: Bucket): (download: Download) => Promise<StoredFacts> {
  const inLane = openLanes(LANES);
  return async ({ key, path, begin }) => {
    const first = await inLane(() => fetchRange(bucket, key, { start: 0, etag: undefined }));
    await begin(first.facts);
    const { storedBytes, etag } = first.facts;
    await using handle = await open(path, "wx", 0o600);
    await handle.writeFile(first.body);
    const starts = Array.from({ length: Math.max(0, Math.ceil(storedBytes / RANGE_BYTES) - 1) }, (_, index) => (index + 1) * RANGE_BYTES);
    const written = starts.map((start) =>
      inLane(async () => {
        const { body } = await fetchRange(bucket, key, { start, etag });
        await handle.write(body, 0, body.length, start);
      }),
    );
    await Promise.allSettled(written);
    await Promise.all(written);
    return first.facts;
  };
}

interface Range {
  readonly start: number;
  readonly etag: string | undefined;
}

async function fetchRange(bucket: Bucket, key: string, range: Range): Promise<{ facts: StoredFacts; body: Uint8Array }> {
  try {
    return await untilWhole(() => askForRange(bucket, key, range));
  } catch (error) {
    if (statusOf(error) === 404 && !isWholeBucket(error)) throw new ObjectMissing(key);
    if (statusOf(error) === 416 && range.start === 0) return { facts: await headOf(bucket, key), body: new Uint8Array() };
    throw error;
  }
}

/** Asks again when a body broke off or took too long. Requests without an answer, and answers that say so, the SDK has repeated itself. */
export async function untilWhole<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isBroken = !Object.hasOwn(members(error), "$metadata") || nameOf(error) === "AbortError";
      if (!isBroken || nameOf(error) === "CredentialsProviderError" || tries === TRIES_MAX) throw error;
      await delay(jitterMs(tries));
    }
  }
}

const isWholeBucket = (error: unknown): boolean => nameOf(error) === "NoSuchBucket";

async function askForRange({ client, at }: Bucket, key: string, { start, etag }: Range): Promise<{ facts: StoredFacts; body: Uint8Array }> {
  const abortSignal = AbortSignal.timeout(RANGE_TIMEOUT_MS);
  const condition = etag === undefined ? {} : { IfMatch: etag };
  const command = new GetObjectCommand({ ...at(key), Range: `bytes=${start}-${start + RANGE_BYTES - 1}`, ...condition });
  const answer = await client.send(command, { abortSignal });
  const facts = factsOf(answer, answer.ContentRange?.split("/")[1]);
  const body = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
  if (body.length !== Math.min(RANGE_BYTES, facts.storedBytes - start)) throw new RangeError(`a range of object ${key} ended early`);
  return { facts, body };
}

type Answered = Pick<GetObjectCommandOutput, "ContentLength" | "ETag" | "Metadata">;

function factsOf({ ContentLength, ETag, Metadata }: Answered, total?: string): StoredFacts {
  const storedBytes = Number(total ?? ContentLength ?? 0);
  const unpacked = Metadata?.[UNPACKED_BYTES];
  const bytes = unpacked === undefined ? storedBytes : Number(unpacked);
  return { bytes, storedBytes, isPacked: unpacked !== undefined, etag: ETag ?? "", sha256: Metadata?.["sha256"] };
}

export async function headOf({ client, at }: Bucket, key: string): Promise<StoredFacts & { readonly storedAt: Date }> {
  try {
    const answer = await client.send(new HeadObjectCommand(at(key)));
    return { ...factsOf(answer), storedAt: answer.LastModified ?? new Date(0) };
  } catch (error) {
    throw statusOf(error) === 404 ? new ObjectMissing(key) : error;
  }
}
