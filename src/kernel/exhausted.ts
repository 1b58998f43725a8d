import { members } from "./unsafe.ts";

/** What a machine or a process has run out of, in a sentence that everybody may read: no SQL and no path. */
export interface Exhausted {
  readonly code: "out_of_memory" | "storage_full";
  readonly message: string;
  /** There may be room again in a while without anybody changing a setting. */
  readonly passes: boolean;
}

const DISK_FULL: Exhausted = {
  code: "storage_full",
  message: "The disk is full. Free some space. Feedwright then retries the work that stopped.",
  passes: true,
};
const DATABASE_DISK_FULL: Exhausted = {
  code: "storage_full",
  message: "The database's disk is full. Free some space, then try again.",
  passes: true,
};
const DATABASE_OUT_OF_MEMORY: Exhausted = {
  code: "out_of_memory",
  message: "The database server is out of memory. Free some memory on its machine, then try again.",
  passes: true,
};

/** What the operating system says of a file, and PostgreSQL of a statement. */
const BY_CODE: Readonly<Record<string, Exhausted>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: {
    ...DISK_FULL,
    message: "The disk quota is used up. Raise it or free some space. Feedwright then retries the work that stopped.",
  },
  "53100": DATABASE_DISK_FULL,
  "53200": DATABASE_OUT_OF_MEMORY,
};

/** An error that says itself what ran out. */
export interface SaysExhausted {
  readonly exhausted: Exhausted | null;
}

/** What ran out, where that is why an error was thrown. */
export function exhaustedBy(thrown: unknown): Exhausted | null {
  if (!(thrown instanceof Error)) return null;
  const { code, exhausted } = members(thrown);
  if (isExhausted(exhausted)) return exhausted;
  // The object store has its own sentence, which names the store.
  if (code === "storage_full") return { ...DISK_FULL, message: thrown.message };
  return typeof code === "string" ? (BY_CODE[code] ?? null) : null;
}

function isExhausted(said: unknown): said is Exhausted {
  return typeof said === "object" && said !== null && "passes" in said;
}
