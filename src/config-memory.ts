import { totalmem } from "node:os";
import { PlainError } from "./kernel/errors.ts";
import { memoryText } from "./kernel/memory-text.ts";
import { type ChildCounts, type ChildShares, childShares, TWO_OF_EACH } from "./platform/warehouse/child-shares.ts";

/** The memory of one process and of all processes below it, divided among them. */
export interface MemoryDivision {
  /** The parts together are at most this. */
  readonly limitBytes: number;
  /** The service's own process, its threads included. */
  readonly serviceBytes: number;
  /** Heap limit of each thread other than the serving one, in MiB, as Node takes it. */
  readonly threadHeapMiB: number;
  /** Null: the server of `DATABASE_URL`, which isn't ours. */
  readonly postgresBytes: number | null;
  readonly children: ChildShares;
}

export interface MemoryWishes {
  /** Whether the built-in PostgreSQL is part of the tree. */
  readonly embedded: boolean;
  /** What DuckDB may take in a job; without it what there is room for. */
  readonly jobBytes?: number;
}

const MIB = 1024 * 1024;

/** A job's limit unless the budget allows more; the specification's default. */
const JOB_BYTES_DEFAULT = 1e9;
/** Below this DuckDB cannot hold one row group of a wide catalog per thread. */
const JOB_BYTES_MIN = 128e6;

/** A smaller budget means fewer processes at once, rather than processes that can do nothing. The last to go is the second job. */
const ONE_OF_EACH: ChildCounts = { job: 1, preview: 1, query: 1 };
const COUNTS: readonly ChildCounts[] = [TWO_OF_EACH, { job: 2, preview: 1, query: 2 }, { job: 2, preview: 1, query: 1 }, ONE_OF_EACH];

/**
 * The serving thread, with the program text that all processes share: measured at 260 MiB after the start, 340 under load. While two threads read
 * a large export, the process takes 570 MiB with them, which is less than this and what the threads below may take together.
 */
const SERVING = { divisor: 12, minBytes: 384 * MIB, maxBytes: 1024 * MIB };
/** Shared buffers, 25 connections of 5 MiB each and its own processes. */
const POSTGRES = { divisor: 16, minBytes: 192 * MIB, maxBytes: 512 * MIB };
/** Large definitions are planned in one thread, large bodies are read in another. */
const SIDE_THREADS = 2;
/** The largest plan that the bounds allow is made within the least. */
const THREAD_HEAP = { divisor: 24, minBytes: 112 * MIB, maxBytes: 1024 * MIB };
/** What a thread takes beyond its heap: the modules it has loaded. */
const THREAD_BYTES = 48 * MIB;

/** Share of the machine's memory; the rest is for the system and its file cache. */
const MACHINE_SHARE = 0.8;

/** The division of the budget that was asked for, or of the usual one as far as the machine has it. Throws `PlainError` where it's too small. */
export function chooseMemory(asked: number | undefined, wishes: MemoryWishes): MemoryDivision {
  const least = leastMemory(wishes);
  const ofMachine = Math.floor((MACHINE_SHARE * machineBytes()) / STEP_BYTES) * STEP_BYTES;
  const limitBytes = asked ?? Math.max(least, Math.min(usualMemory(wishes), ofMachine));
  const divided = divideMemory(limitBytes, wishes);
  if (divided !== undefined) return divided;
  const because = wishes.jobBytes === undefined ? "" : ` with DUCKDB_MEMORY_LIMIT=${memoryText(wishes.jobBytes)}`;
  throw new PlainError(
    "config_invalid",
    `MEMORY_LIMIT is ${memoryText(limitBytes)}; Feedwright needs at least ${memoryText(least)}${because}.`,
  );
}

/** What to warn of: a budget that isn't there. */
export function memoryWarning({ limitBytes }: MemoryDivision): string | undefined {
  if (limitBytes <= machineBytes()) return undefined;
  const [limit, machine] = [limitBytes, machineBytes()].map(memoryText);
  return `MEMORY_LIMIT is ${limit}, and this machine or container has ${machine}: the system may end processes when it is used up.`;
}

/** Memory of the machine, or of the container this process runs in. */
function machineBytes(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}

/** Undefined: the budget is too small. */
export function divideMemory(limitBytes: number, wishes: MemoryWishes): MemoryDivision | undefined {
  const room = limitBytes - fixedBytes(limitBytes, wishes);
  const fits = (jobBytes: number, counts: ChildCounts): boolean => sumOf(childShares(jobBytes, counts)) <= room;
  const counts = COUNTS.find((each) => fits(wishes.jobBytes ?? JOB_BYTES_DEFAULT, each));
  // Where there is room for two of each at their usual size, the rest makes them larger.
  const isUsual = counts !== undefined && counts !== TWO_OF_EACH;
  const jobBytes = wishes.jobBytes ?? (isUsual ? JOB_BYTES_DEFAULT : largest((bytes) => fits(bytes, counts ?? ONE_OF_EACH)));
  if (jobBytes < JOB_BYTES_MIN || !fits(jobBytes, counts ?? ONE_OF_EACH)) return undefined;
  return { limitBytes, ...fixedParts(limitBytes, wishes), children: childShares(jobBytes, counts ?? ONE_OF_EACH) };
}

/** The least that a service starts with. */
export function leastMemory(wishes: MemoryWishes): number {
  return memoryFor(ONE_OF_EACH, { jobBytes: JOB_BYTES_MIN, ...wishes });
}

/** What two of each take at their usual size; more is of use to large catalogs only. */
export function usualMemory(wishes: MemoryWishes): number {
  return memoryFor(TWO_OF_EACH, { jobBytes: JOB_BYTES_DEFAULT, ...wishes });
}

function memoryFor(counts: ChildCounts, wishes: Required<MemoryWishes>): number {
  const children = sumOf(childShares(wishes.jobBytes, counts));
  return STEP_BYTES + largest((bytes) => bytes - fixedBytes(bytes, wishes) < children);
}

type FixedParts = Pick<MemoryDivision, "serviceBytes" | "threadHeapMiB" | "postgresBytes">;

function fixedParts(limitBytes: number, { embedded }: MemoryWishes): FixedParts {
  const heapBytes = partOf(limitBytes, THREAD_HEAP);
  return {
    serviceBytes: partOf(limitBytes, SERVING) + SIDE_THREADS * (heapBytes + THREAD_BYTES),
    threadHeapMiB: Math.floor(heapBytes / MIB),
    postgresBytes: embedded ? partOf(limitBytes, POSTGRES) : null,
  };
}

function fixedBytes(limitBytes: number, wishes: MemoryWishes): number {
  const { serviceBytes, postgresBytes } = fixedParts(limitBytes, wishes);
  return serviceBytes + (postgresBytes ?? 0);
}

function partOf(limitBytes: number, { divisor, minBytes, maxBytes }: typeof SERVING): number {
  return Math.min(maxBytes, Math.max(minBytes, Math.floor(limitBytes / divisor)));
}

function sumOf(children: ChildShares): number {
  return Object.values(children).reduce((sum, share) => sum + share.children * share.shareBytes, 0);
}

/** Amounts are found in steps that read well in a message. */
const STEP_BYTES = 1e6;
const STEPS_MAX = 1e7;

/** The largest amount for which something holds that holds for all smaller ones; 0 where it holds for none. */
function largest(holds: (bytes: number) => boolean): number {
  let [low, high] = [0, STEPS_MAX + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle * STEP_BYTES)) low = middle;
    else high = middle;
  }
  return low * STEP_BYTES;
}
