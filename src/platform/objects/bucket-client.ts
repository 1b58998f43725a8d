import { S3Client } from "@aws-sdk/client-s3";
import { members } from "../../kernel/unsafe.ts";
import { BucketRetries } from "./bucket-retries.ts";

/**
 * The client of the operator's own bucket. It's the one other place besides egress that opens connections: its address comes from the
 * configuration, not from a tenant, and is often a private one, which egress would refuse.
 */
export interface BucketSettings {
  readonly bucket: string;
  /** Empty, or ends in `/`. */
  readonly prefix: string;
  /** Null: AWS. */
  readonly endpoint: string | null;
  /** Null: as the AWS SDK finds it, from `AWS_REGION` or a profile. */
  readonly region: string | null;
  /** Null: as the AWS SDK finds them, from its own variables, a profile, or the machine's role. */
  readonly credentials: BucketCredentials | null;
  /** Whether the bucket is in the path of a request rather than in its host name. */
  readonly pathStyle: boolean;
  readonly checksums: "WHEN_SUPPORTED" | "WHEN_REQUIRED";
  /** Whether the store refuses a write of a taken key by `If-None-Match: *`. */
  readonly conditionalWrites: boolean;
  /** What local copies may take on disk, for each process. */
  readonly cacheBytesMax: number;
  /** Whether downloads of the API redirect to the bucket. */
  readonly presignedDownloads: boolean;
  /** Whether objects are reread from the bucket round and round. */
  readonly scrub: boolean;
}

export interface BucketCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface Bucket {
  readonly client: S3Client;
  readonly settings: BucketSettings;
  /** What commands name an object with. */
  readonly at: (key: string) => { readonly Bucket: string; readonly Key: string };
}

/** The SDK waits a random time before each, twice as long on average as before the last, and longer after SlowDown. */
const ATTEMPTS = 6;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte in either direction. */
const IDLE_TIMEOUT_MS = 30_000;
const CONNECTIONS_MAX = 64;

export function openBucket(settings: BucketSettings): Bucket {
  const { endpoint, region, credentials, pathStyle, checksums } = settings;
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    // A copy: the SDK notes in it where it came from, and the configuration is frozen.
    ...(credentials === null ? {} : { credentials: { ...credentials } }),
    forcePathStyle: pathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: ATTEMPTS,
    retryStrategy: new BucketRetries(ATTEMPTS),
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
    },
  });
  return { client, settings, at: (key) => ({ Bucket: settings.bucket, Key: settings.prefix + key }) };
}

export function statusOf(error: unknown): number | undefined {
  const { httpStatusCode } = members(members(error)["$metadata"]);
  return typeof httpStatusCode === "number" ? httpStatusCode : undefined;
}

export function nameOf(error: unknown): string {
  const { name } = members(error);
  return typeof name === "string" ? name : "";
}

/** So many pieces of work at a time; the others wait in their order. */
export function openLanes(lanes: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = lanes;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** A random time up to twice as long with each try, at most some seconds. */
export const jitterMs = (tries: number): number => Math.random() * Math.min(100 * 2 ** tries, 5_000);
