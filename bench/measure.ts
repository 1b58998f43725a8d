import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** What a benchmark needs of this machine and process: facts, memory of the whole process tree, and times. */

/** The machine, as a line of the results says it. */
export function machineFacts(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? "unknown CPU"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}-${process.arch}`;
}

export interface Measured<T> {
  readonly value: T;
  readonly seconds: number;
  /** Greatest sum of resident sets of this process and its descendants while it ran. */
  readonly peakMiB: number;
}

const SAMPLE_EVERY_MS = 50;

/** Runs once, sampling memory. */
export async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  let peakKiB = treeKiB();
  const sampling = setInterval(() => (peakKiB = Math.max(peakKiB, treeKiB())), SAMPLE_EVERY_MS);
  const startedAt = performance.now();
  try {
    const value = await work();
    return { value, seconds: (performance.now() - startedAt) / 1000, peakMiB: Math.round(peakKiB / 1024) };
  } finally {
    clearInterval(sampling);
  }
}

/** Processor time of a process, this one unless said, all below it and those of them that have ended; 0 where the system does not tell. It hardly minds what else the machine does. */
export function treeCpuSeconds(root: number = process.pid): number {
  return [root, ...descendants(root)].reduce((sum, pid) => sum + cpuTicks(pid), 0) / TICKS_A_SECOND;
}

const IDLE_SHARE = 0.05;
const LOOK_EVERY_MS = 1_000;
const LOOKS_MAX = 120;

/** Waits until a process and all below it do next to nothing for a second; two minutes at most. */
export async function untilIdle(root: number): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const before = treeCpuSeconds(root);
    await sleep(LOOK_EVERY_MS);
    if ((treeCpuSeconds(root) - before) * 1_000 <= IDLE_SHARE * LOOK_EVERY_MS) return;
  }
}

/** What Linux counts processor time in, on every machine. */
const TICKS_A_SECOND = 100;

function cpuTicks(pid: number): number {
  try {
    // A process may have any name; behind it come 11 other fields, then its own time and that of children that have ended.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

/** Resident KiB of this process and all below it; 0 where the system does not tell. */
export function treeKiB(root: number = process.pid): number {
  return [root, ...descendants(root)].reduce((sum, pid) => sum + residentKiB(pid), 0);
}

export function descendants(pid: number): readonly number[] {
  const own = childrenOf(pid);
  return own.flatMap((child) => [child, ...descendants(child)]);
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function residentKiB(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Median of some runs; a benchmark is run at least three times. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Asks by `clients` at a time, `requests` in all; milliseconds of each. */
export async function load(clients: number, requests: number, ask: (at: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < requests) {
      const at = next++;
      const startedAt = performance.now();
      await ask(at);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}
