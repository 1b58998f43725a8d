import type { StorageSettings } from "./config-storage.ts";
import { type DirectoryStore, openDirectoryStore } from "./platform/objects/directory-store.ts";
import type { Logger, Metrics } from "./platform/telemetry/telemetry-port.ts";

/** A store, and the folder in which DuckDB finds what `local` answers. */
export type OpenStorage = DirectoryStore;

export interface StorageWatch {
  readonly log: Logger;
  readonly metrics?: Metrics;
}

/** The client of a bucket takes a tenth of a second to load, so only those who use one load it. */
export async function openStorage(storage: StorageSettings, watch: StorageWatch): Promise<OpenStorage> {
  if (storage.kind === "folder") return openDirectoryStore({ root: storage.root, ...watch });
  const { openBucketStore } = await import("./platform/objects/bucket-store.ts");
  return openBucketStore({ settings: storage.bucket, root: storage.cache, ...watch });
}
