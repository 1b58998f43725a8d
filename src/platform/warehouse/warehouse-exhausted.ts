import type { Exhausted } from "../../kernel/exhausted.ts";
import type { ChildSettings } from "./child-calls.ts";

/** What DuckDB says when memory or disk is used up, and what a person can do about it. */

/** The limit that was set is reached, or the spill files have reached theirs. */
const LIMIT_REACHED = /^Out of Memory Error|out of memory: \d+ bytes resident/;
/** The machine itself had no more to give. */
const ALLOCATION_FAILED = /Allocation failure|std::bad_alloc|Cannot allocate memory/;
const DISK_FULL = /No space left on device|Disk quota exceeded|Could not write all bytes/;

/** Null: the message is of something else. */
export function exhaustedIn(message: string, settings: Pick<ChildSettings, "memorySetting">): Exhausted | null {
  if (DISK_FULL.test(message)) {
    const sentence =
      "The disk that DuckDB works on is full. Free some space on it; runs and extracts that stopped because of it are tried again.";
    return { code: "storage_full", message: sentence, passes: true };
  }
  if (ALLOCATION_FAILED.test(message)) {
    const sentence = `The machine has no memory left for DuckDB. Free some, or lower DUCKDB_MEMORY_LIMIT, which is ${settings.memorySetting} now.`;
    return { code: "out_of_memory", message: sentence, passes: true };
  }
  if (!LIMIT_REACHED.test(message)) return null;
  const sentence = `DuckDB ran out of memory. Raise DUCKDB_MEMORY_LIMIT, which is ${settings.memorySetting} now, restart Feedwright and try again.`;
  return { code: "out_of_memory", message: sentence, passes: false };
}

const UNITS = [
  ["TB", 1e12],
  ["TiB", 2 ** 40],
  ["GB", 1e9],
  ["GiB", 2 ** 30],
  ["MB", 1e6],
  ["MiB", 2 ** 20],
] as const;

/** An amount of memory as the setting is written: in the largest unit that has no fraction of more than three digits. */
export function memoryText(bytes: number): string {
  const exact = UNITS.find(([, unit]) => bytes >= unit && Number.isInteger((bytes / unit) * 1_000));
  return exact === undefined ? `${Math.round(bytes / 1e6)}MB` : `${bytes / exact[1]}${exact[0]}`;
}
