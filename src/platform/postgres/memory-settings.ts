import type { ServerSettings } from "./postmaster.ts";

const MIB = 1024 * 1024;

/** Settings of a server that is to stay within so many bytes: a quarter is shared, the rest is for 25 connections and the server's own processes. */
export function memorySettings(bytes: number): ServerSettings {
  const share = (part: number, [least, most]: readonly [number, number]): string =>
    `${Math.min(most, Math.max(least, Math.floor(bytes / part / MIB)))}MB`;
  return {
    shared_buffers: share(4, [32, 128]),
    // Of each worker that cleans up, and of an index being made.
    maintenance_work_mem: share(16, [8, 64]),
    autovacuum_max_workers: 2,
  };
}
