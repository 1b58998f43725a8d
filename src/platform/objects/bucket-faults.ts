import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { type BucketSettings, nameOf, statusOf } from "./bucket-client.ts";
import { errorCode } from "./storage-faults.ts";

/** What a store answers, as a person would say it. */

type Said = readonly [code: string, sentence: string];

const WRONG_SECRET: Said = ["storage_unwritable", "the secret access key doesn't belong to the access key id. Check S3_SECRET_ACCESS_KEY"];
const UNKNOWN_KEY: Said = ["storage_unwritable", "the store doesn't know the access key id. Check S3_ACCESS_KEY_ID"];
const OLD_TOKEN: Said = ["storage_unwritable", "the session token isn't valid any more. Get new credentials"];
const FULL: Said = ["storage_full", "the store is full. Free some space there, then try again"];
const SLOW: Said = ["storage_failed", "the store has too many requests to answer this one. Try again in a minute"];
const CLOCK: Said = [
  "storage_unwritable",
  "this machine's clock differs from the store's by more than 15 minutes. Set the clock, for example with NTP",
];
const DENIED: Said = [
  "storage_unwritable",
  "the access key has no permission for this. Give it the permissions in the guide on object storage",
];

const FAULTS: Readonly<Record<string, Said>> = {
  NoSuchBucket: ["storage_unwritable", "the bucket doesn't exist. Create it, or correct STORAGE_URL"],
  AccessDenied: DENIED,
  AllAccessDisabled: DENIED,
  InvalidAccessKeyId: UNKNOWN_KEY,
  SignatureDoesNotMatch: WRONG_SECRET,
  ExpiredToken: OLD_TOKEN,
  InvalidToken: OLD_TOKEN,
  RequestTimeTooSkewed: CLOCK,
  CredentialsProviderError: [
    "storage_unwritable",
    "no credentials were found. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role",
  ],
  SlowDown: SLOW,
  ServiceUnavailable: SLOW,
  TooManyRequestsException: SLOW,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
};

const WRONG_REGION: readonly string[] = ["PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"];

/** Something that went wrong between us and the store, naming it. */
export function bucketFault(settings: BucketSettings, error: unknown): PlainError {
  const [code, sentence] = saidOf(settings, error);
  return new PlainError(code, `The object store s3://${settings.bucket}/${settings.prefix} can't be used: ${sentence}.`, error);
}

function saidOf({ endpoint }: BucketSettings, error: unknown): Said {
  const name = nameOf(error);
  const known = FAULTS[name];
  if (known !== undefined) return known;
  if (WRONG_REGION.includes(name) || statusOf(error) === 301) return ["storage_unwritable", regionSentence(error)];
  const { message } = members(error);
  if (/region is missing/i.test(String(message))) return ["storage_unwritable", "no region is set. Set S3_REGION"];
  if (statusOf(error) === 403) return DENIED;
  if (statusOf(error) === undefined) {
    const reason = errorCode(error) || name || "no answer";
    return ["storage_failed", `there is no answer from ${endpoint ?? "AWS"} (${reason}). Check S3_ENDPOINT and the network`];
  }
  return ["storage_failed", `it answered ${statusOf(error)} ${name}. See the store's own log`];
}

function regionSentence(error: unknown): string {
  const { Region } = members(error);
  const region = typeof Region === "string" ? Region : undefined;
  return region === undefined
    ? "the bucket is in another region. Set S3_REGION to the bucket's region"
    : `the bucket is in region ${region}. Set S3_REGION to ${region}`;
}

/** Whether the SDK raised it, rather than the disk or our own code. */
export function isOfBucket(error: unknown): boolean {
  return (
    Object.hasOwn(members(error), "$metadata") ||
    nameOf(error) === "CredentialsProviderError" ||
    isTimeout(error) ||
    /region is missing/i.test(String(error))
  );
}

const isTimeout = (error: unknown): boolean =>
  ["TimeoutError", "AbortError"].includes(nameOf(error)) ||
  ["ECONNRESET", "ECONNREFUSED", "ENOTFOUND", "EPIPE", "ETIMEDOUT"].includes(errorCode(error));
