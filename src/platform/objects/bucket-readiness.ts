import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";
import { PlainError } from "../../kernel/errors.ts";
import { type Bucket, statusOf } from "./bucket-client.ts";
import { untilWhole } from "./bucket-downloads.ts";

/** Load balancers ask every few seconds, and each write to a bucket costs money. */
const FRESH_MS = 30_000;
const DENIED = 403;

/** Resolves when an object can be written, read, listed, refused a second time, and removed. After that, writing and removing are tried again after a while. */
export function openReadiness(bucket: Bucket): () => Promise<void> {
  let [foundAt, isKnown] = [-FRESH_MS, false];
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    await probe(bucket, isKnown);
    [foundAt, isKnown] = [performance.now(), true];
  };
  return async () => {
    if (performance.now() - foundAt < FRESH_MS) return;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    await asking;
  };
}

/** Under a name that is no key (`~`), so it's in no list. */
async function probe(bucket: Bucket, isKnown: boolean): Promise<void> {
  const { client, settings, at } = bucket;
  const object = at(`~ready-${randomUUID()}`);
  const condition = settings.conditionalWrites ? { IfNoneMatch: "*" } : {};
  const put = () => client.send(new PutObjectCommand({ ...object, ...condition, Body: "ready?" }));
  try {
    // Nobody else has this name: a refusal means that the answer to our first try was lost.
    const isRefused = await isRefusedBy(put);
    if (isKnown) return;
    await read(bucket, object);
    if (settings.conditionalWrites && !isRefused && !(await isRefusedBy(put))) throw overwrites(bucket);
  } finally {
    await client.send(new DeleteObjectCommand(object)).catch((error: unknown) => {
      if (statusOf(error) === DENIED) throw error;
    });
  }
}

/** Reading and listing have permissions of their own. */
async function read({ client }: Bucket, object: ReturnType<Bucket["at"]>): Promise<void> {
  await untilWhole(async () => (await client.send(new GetObjectCommand(object))).Body?.transformToByteArray());
  await client.send(new ListObjectsV2Command({ Bucket: object.Bucket, Prefix: object.Key, MaxKeys: 1 }));
}

async function isRefusedBy(put: () => Promise<unknown>): Promise<boolean> {
  return put().then(
    () => false,
    (error: unknown) => {
      if (statusOf(error) === 412) return true;
      throw error;
    },
  );
}

function overwrites({ settings }: Bucket): PlainError {
  return new PlainError(
    "storage_unwritable",
    `The object store s3://${settings.bucket}/${settings.prefix} can't be used: it overwrites objects in spite of If-None-Match. Use a store that supports conditional writes, or set S3_CONDITIONAL_WRITES=0.`,
  );
}
