import { readFileSync } from "node:fs";
import { descendantsOf } from "./child-processes.ts";

/** What the processes of a tree took while work was done. */
export interface TreePeak<T> {
  readonly value: T;
  /** Greatest sum of what the processes took at one moment. A page that several share counts once, as containers count it. */
  readonly peakBytes: number;
  readonly samples: number;
}

const SAMPLE_EVERY_MS = 40;

export async function treePeak<T>(pid: number, work: () => Promise<T>): Promise<TreePeak<T>> {
  let [peakBytes, samples, isOver] = [0, 0, false];
  const sampling = (async () => {
    while (!isOver) {
      peakBytes = Math.max(peakBytes, await treeBytes(pid));
      samples += 1;
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  try {
    const value = await work();
    return { value, peakBytes, samples };
  } finally {
    isOver = true;
    await sampling;
  }
}

async function treeBytes(pid: number): Promise<number> {
  const below = await descendantsOf(pid);
  return [pid, ...below.map((each) => each.pid)].reduce((sum, each) => sum + proportionalBytes(each), 0);
}

function proportionalBytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    // It has just ended.
    return 0;
  }
}
