import { STORAGE_KINDS, type StorageKind } from "./storage-kinds.ts";
import type { StorageRoom } from "./storage-queries.ts";

const NAMES: Readonly<Record<StorageKind, string>> = {
  versions: "versions of feeds",
  lookup_tables: "lookup tables",
  stored_answers: "stored answers",
  snapshots: "snapshots",
  runs: "files of runs",
  exports: "exports",
};

/** The three largest kinds say where to look. */
const NAMED_KINDS = 3;
const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** What a merchant reads where there is no room for more: what takes it, and what to do. `more`: bytes that were to come. */
export function quotaSentence({ usedBytes, quotaBytes, byKind }: StorageRoom, more = 0): string {
  const largest = STORAGE_KINDS.map((kind) => ({ kind, bytes: byKind[kind] ?? 0 }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, NAMED_KINDS)
    .map(({ kind, bytes }) => `${NAMES[kind]} ${shownBytes(bytes)}`);
  const taken = largest.length === 0 ? "" : ` (${largest.join(", ")})`;
  return `The shop can store up to ${shownBytes(quotaBytes)}, but this would make it ${shownBytes(usedBytes + more)}${taken}. Remove lookup tables, wait until older runs and stored answers expire, or ask the operator of this installation for more space.`;
}

/** With one decimal from a kilobyte on. */
function shownBytes(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return unit === 0 ? `${bytes} ${UNITS[0]}` : `${(bytes / 1_000 ** unit).toFixed(1)} ${UNITS[unit]}`;
}
