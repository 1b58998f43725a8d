import { join } from "node:path";
import { baseUrl, cacheBytes, type ConfigVariable, fileUrlPath, oneOrZero } from "./config-values.ts";
import { PlainError } from "./kernel/errors.ts";
import type { BucketSettings } from "./platform/objects/bucket-client.ts";

/** The variables that say where objects are kept. */

export type StorageSettings =
  | { readonly kind: "folder"; readonly root: string }
  /** `cache`: the folder of local copies. */
  | { readonly kind: "bucket"; readonly bucket: BucketSettings; readonly cache: string };

/** Where objects are, without the settings of the store. */
export type StoragePlace = { readonly folder: string } | BucketPlace;

interface BucketPlace {
  readonly bucket: string;
  readonly prefix: string;
  /** In the address itself; null: the variable says it. */
  readonly endpoint: string | null;
  readonly region: string | null;
}

const CACHE_BYTES = 10e9;

const variable = <T>(spec: Omit<ConfigVariable<T>, "secret"> & { readonly secret?: boolean }): ConfigVariable<T> =>
  Object.freeze({ secret: false, ...spec });

const visible = (text: string): string | undefined => (/^[\x21-\x7e]{1,4000}$/.test(text) ? text : undefined);
const VISIBLE = "visible ASCII characters";

const VARIABLES = {
  url: variable<StoragePlace>({
    name: "STORAGE_URL",
    default: "file://DATA_DIR/objects",
    description: "Where snapshots, run outputs and feed files are kept: a folder, or a [bucket](../guide/object-storage.md).",
    takes:
      "file:///absolute/folder, s3://bucket or s3://bucket/prefix; a bucket's address may end in ?endpoint=…&region=…, which wins over `S3_ENDPOINT` and `S3_REGION`",
    parse: storagePlace,
  }),
  endpoint: variable({
    name: "S3_ENDPOINT",
    default: null,
    description: "Address of an S3-compatible store. Without one, the bucket is at AWS.",
    takes: "an http:// or https:// address without a user, query or fragment",
    parse: baseUrl,
  }),
  region: variable({
    name: "S3_REGION",
    default: "`AWS_REGION`, or the region of the AWS profile",
    description: "Region of the bucket.",
    takes: "a region, such as eu-central-1, or auto",
    parse: regionName,
  }),
  accessKeyId: variable({
    name: "S3_ACCESS_KEY_ID",
    default: "the AWS credential chain",
    description:
      "Access key id for the bucket. Without it, credentials come from the AWS variables, a profile, or the role of the machine or container.",
    takes: VISIBLE,
    parse: visible,
  }),
  secretAccessKey: variable({
    name: "S3_SECRET_ACCESS_KEY",
    default: null,
    description: "Secret access key that belongs to `S3_ACCESS_KEY_ID`.",
    takes: VISIBLE,
    secret: true,
    parse: visible,
  }),
  sessionToken: variable({
    name: "S3_SESSION_TOKEN",
    default: null,
    description: "Session token, if the access key is temporary.",
    takes: VISIBLE,
    secret: true,
    parse: visible,
  }),
  pathStyle: variable({
    name: "S3_PATH_STYLE",
    default: "1 with `S3_ENDPOINT`, otherwise 0",
    description: "If 1, the bucket's name is in the path of requests, not in the host name.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  checksums: variable<BucketSettings["checksums"]>({
    name: "S3_CHECKSUMS",
    default: "WHEN_SUPPORTED",
    description:
      "Whether uploads carry a checksum that the store verifies. Use WHEN_REQUIRED for stores that refuse them. Feedwright compares its own SHA-256 in both cases.",
    takes: "WHEN_SUPPORTED or WHEN_REQUIRED",
    parse: (text) => (["WHEN_SUPPORTED", "WHEN_REQUIRED"] as const).find((mode) => mode === text),
  }),
  conditionalWrites: variable({
    name: "S3_CONDITIONAL_WRITES",
    default: "1",
    description:
      "If 0, taken keys are found by asking first, for stores without `If-None-Match` on writes. `feedwright doctor` reports whether a store supports it.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  cacheBytesMax: variable({
    name: "S3_CACHE_SIZE",
    default: "10GB",
    description: "Disk space for local copies of objects in `DATA_DIR/cache`, for each process.",
    takes: "an amount from 1MB to 1000TB, such as 500MB, 10GB or 1TiB",
    parse: cacheBytes,
  }),
  presignedDownloads: variable({
    name: "S3_PRESIGNED_DOWNLOADS",
    default: "1",
    description:
      "If 1, download links redirect to the bucket with a signature that is valid for a minute. If 0, Feedwright serves these files itself, as it always does feed files.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  scrub: variable({
    name: "S3_SCRUB",
    default: "0",
    description:
      "If 1, each worker slowly rereads all objects and compares them with their checksums, up to 240 GB a day. Objects are always compared when they're read.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
} as const;

export const STORAGE_VARIABLES: readonly ConfigVariable<unknown>[] = Object.freeze(Object.values(VARIABLES));

type Read = <T>(variable: ConfigVariable<T>) => T | undefined;

/** `read` answers a variable's value. Throws `PlainError` if only some of the credentials are set. */
export function storageSettings(read: Read, dataDir: string): StorageSettings {
  return settingsAt(read(VARIABLES.url) ?? { folder: join(dataDir, "objects") }, read, dataDir);
}

/** The settings of the variables for another place; undefined for an address that isn't one. */
export function storageSettingsOf(url: string, read: Read, dataDir: string): StorageSettings | undefined {
  const place = storagePlace(url);
  return place === undefined ? undefined : settingsAt(place, read, dataDir);
}

function settingsAt(place: StoragePlace, read: Read, dataDir: string): StorageSettings {
  if ("folder" in place) return { kind: "folder", root: place.folder };
  const endpoint = place.endpoint ?? read(VARIABLES.endpoint) ?? null;
  const bucket: BucketSettings = {
    bucket: place.bucket,
    prefix: place.prefix,
    endpoint,
    region: place.region ?? read(VARIABLES.region) ?? null,
    credentials: credentials(read),
    pathStyle: read(VARIABLES.pathStyle) ?? endpoint !== null,
    checksums: read(VARIABLES.checksums) ?? "WHEN_SUPPORTED",
    conditionalWrites: read(VARIABLES.conditionalWrites) ?? true,
    cacheBytesMax: read(VARIABLES.cacheBytesMax) ?? CACHE_BYTES,
    presignedDownloads: read(VARIABLES.presignedDownloads) ?? true,
    scrub: read(VARIABLES.scrub) ?? false,
  };
  return { kind: "bucket", bucket, cache: join(dataDir, "cache") };
}

function credentials(read: Read): BucketSettings["credentials"] {
  const [accessKeyId, secretAccessKey, sessionToken] = [
    read(VARIABLES.accessKeyId),
    read(VARIABLES.secretAccessKey),
    read(VARIABLES.sessionToken),
  ];
  if (accessKeyId === undefined && secretAccessKey === undefined) {
    if (sessionToken === undefined) return null;
    const sentence = "S3_SESSION_TOKEN is set, but S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY aren't. Set all three or none.";
    throw new PlainError("config_invalid", sentence);
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const [present, missing] = accessKeyId === undefined ? ["SECRET_ACCESS_KEY", "ACCESS_KEY_ID"] : ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY"];
    throw new PlainError("config_invalid", `S3_${present} is set, but S3_${missing} isn't. Set both or neither.`);
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** A key of ours may have 512 bytes after it. */
const PREFIX_BYTES_MAX = 400;

function storagePlace(text: string): StoragePlace | undefined {
  const folder = fileUrlPath(text);
  if (folder !== undefined) return { folder };
  const [, bucket, path = "", query = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[A-Za-z0-9._-]+\/)*[A-Za-z0-9._-]+)?\/?)?(?:\?(.*))?$/.exec(text) ?? [];
  const climbs = path.split("/").some((segment) => segment === "." || segment === "..");
  const named = namedInQuery(query);
  if (bucket === undefined || climbs || path.length > PREFIX_BYTES_MAX || named === undefined) return undefined;
  return { bucket, prefix: path === "" ? "" : `${path}/`, ...named };
}

/** `endpoint=…&region=…`, each at most once; undefined for anything else. */
function namedInQuery(query: string): Pick<BucketPlace, "endpoint" | "region"> | undefined {
  const given = [...new URLSearchParams(query)];
  const named = new Map(given);
  if (named.size < given.length || [...named.keys()].some((name) => name !== "endpoint" && name !== "region")) return undefined;
  const [endpoint, region] = [named.get("endpoint"), named.get("region")];
  const parsed = { endpoint: endpoint === undefined ? null : baseUrl(endpoint), region: region === undefined ? null : regionName(region) };
  if (parsed.endpoint === undefined || parsed.region === undefined) return undefined;
  return { endpoint: parsed.endpoint, region: parsed.region };
}

function regionName(text: string): string | undefined {
  return /^[a-z0-9][a-z0-9-]{0,62}$/i.test(text) ? text : undefined;
}

/** As an operator would write it. */
export function storageAddress(storage: StorageSettings): string {
  return storage.kind === "folder" ? storage.root : `s3://${storage.bucket.bucket}/${storage.bucket.prefix}`.replace(/\/$/, "");
}
