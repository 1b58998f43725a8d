import type { BucketSettings } from "./bucket-client.ts";

/** The settings for the stand-in of `test/object-store/` that tests and their processes use. */
export function localSettings(endpoint: string, changes: Partial<BucketSettings> = {}): BucketSettings {
  return {
    bucket: "feeds",
    prefix: "data/",
    endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "STANDINKEY", secretAccessKey: "stand-in-secret" },
    pathStyle: true,
    checksums: "WHEN_SUPPORTED",
    conditionalWrites: true,
    cacheBytesMax: 1024 ** 3,
    presignedDownloads: false,
    scrub: true,
    ...changes,
  };
}
