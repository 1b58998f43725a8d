import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { type Bucket, statusOf } from "./bucket-client.ts";
import { headOf, untilWhole } from "./bucket-downloads.ts";
import type { LocalCopies } from "./local-copies.ts";
import { isKey } from "./object-keys.ts";
import { ObjectDamaged, type ObjectInfo, ObjectMissing, type ObjectStore, type ScrubTurn } from "./objects-port.ts";

export interface BucketScrub {
  readonly bucket: Bucket;
  readonly copies: LocalCopies;
  /** All objects behind a key. */
  readonly list: (after: string) => AsyncIterable<ObjectInfo>;
  readonly log: Logger;
}

/** The key the last turn ended with, of whichever process; no object can have this name. */
const PLACE = "~scrubbed";
const UPLOADS_EVERY_MS = 3_600_000;
/** No put takes this long, so its process has died. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
const COPIES_AT_ONCE = 50;

/** Also what a bucket needs besides: it aborts uploads that were left behind, and forgets copies of objects that another process removed. */
export function openBucketScrub(scrubbing: BucketScrub): ObjectStore["scrub"] {
  let [uploadsAt, copiesAfter] = [-UPLOADS_EVERY_MS, 0];
  return async (turn) => {
    if (performance.now() - uploadsAt > UPLOADS_EVERY_MS) {
      await abortAbandoned(scrubbing, new Date(Date.now() - ABANDONED_AFTER_MS));
      uploadsAt = performance.now();
    }
    copiesAfter = await forgetRemoved(scrubbing, copiesAfter);
    return scrubbing.bucket.settings.scrub ? scrubObjects(scrubbing, turn) : { objects: 0, bytes: 0, damaged: 0 };
  };
}

/** Exported for its test: a day can't be waited for. */
export async function abortAbandoned(
  { bucket: { client, settings }, log }: Pick<BucketScrub, "bucket" | "log">,
  before: Date,
): Promise<number> {
  let aborted = 0;
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (next !== undefined) {
    const request = new ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix: settings.prefix, ...next });
    const page: ListMultipartUploadsCommandOutput = await client.send(request);
    const { Uploads = [], IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Initiated === undefined || Initiated >= before || Key === undefined || !isKey(Key.slice(settings.prefix.length))) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId })).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
      });
      aborted += 1;
    }
    next = IsTruncated === true ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : undefined;
  }
  if (aborted > 0) log.debug({ aborted }, "aborted uploads of dead processes");
  return aborted;
}

/** Some at each turn, round and round; answers where the next begins. */
async function forgetRemoved({ bucket, copies }: BucketScrub, from: number): Promise<number> {
  const keys = copies.keys();
  const start = from < keys.length ? from : 0;
  for (const key of keys.slice(start, start + COPIES_AT_ONCE))
    await headOf(bucket, key).catch(async (error: unknown) => {
      if (!(error instanceof ObjectMissing)) throw error;
      await copies.forget(key);
    });
  return start + COPIES_AT_ONCE;
}

async function scrubObjects(scrubbing: BucketScrub, { bytesMax, signal }: Parameters<ObjectStore["scrub"]>[0]): Promise<ScrubTurn> {
  const { bucket, list } = scrubbing;
  let after = await readPlace(bucket);
  const turn = { objects: 0, bytes: 0, damaged: 0 };
  const isOver = (): boolean => turn.bytes >= bytesMax || signal.aborted;
  for await (const { key, bytes } of list(after)) {
    if (isOver()) break;
    if (!(await isWhole(scrubbing, key))) turn.damaged += 1;
    turn.objects += 1;
    turn.bytes += bytes;
    after = key;
  }
  if (!isOver()) after = "";
  await bucket.client.send(new PutObjectCommand({ ...bucket.at(PLACE), Body: `${after}\n` }));
  return turn;
}

/** What the bucket has, whatever the local copy is like. */
async function isWhole({ copies }: BucketScrub, key: string): Promise<boolean> {
  try {
    await copies.forget(key);
    (await copies.lease(key)).release();
    await copies.forget(key);
    return true;
  } catch (error) {
    if (error instanceof ObjectMissing) return true;
    if (!(error instanceof ObjectDamaged)) throw error;
    return false;
  }
}

async function readPlace({ client, at }: Bucket): Promise<string> {
  try {
    const text = await untilWhole(async () => (await client.send(new GetObjectCommand(at(PLACE)))).Body?.transformToString());
    return (text ?? "").trim();
  } catch (error) {
    if (statusOf(error) === 404) return "";
    throw error;
  }
}
