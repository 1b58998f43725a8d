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
    const sentence = "DuckDB's disk is full. Free some space. Feedwright then retries the runs and extracts that stopped.";
    return { code: "storage_full", message: sentence, passes: true };
  }
  if (ALLOCATION_FAILED.test(message)) {
    const sentence =
      "The machine has no memory left for DuckDB. Free some memory, or lower MEMORY_LIMIT, the limit for all processes together.";
    return { code: "out_of_memory", message: sentence, passes: true };
  }
  if (!LIMIT_REACHED.test(message)) return null;
  const sentence = `DuckDB ran out of memory. Raise DUCKDB_MEMORY_LIMIT (now ${settings.memorySetting}), restart Feedwright and try again.`;
  return { code: "out_of_memory", message: sentence, passes: false };
}
