/** The module of `Services.reader`. The largest body takes two seconds there, loading the module one. */
export const READING_THREAD = {
  module: new URL("../../main/body-worker.ts", import.meta.url),
  deadlineMs: 10_000,
  startMs: 20_000,
  heapMiB: 512,
} as const;
