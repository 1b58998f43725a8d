import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterNode } from "./cluster-nodes.ts";

/** Resident memory of each process of the cluster over time, without what it started. */
export interface MemoryWatch extends AsyncDisposable {
  readonly samples: readonly MemorySample[];
}

export interface MemorySample {
  readonly node: string;
  readonly pid: number;
  readonly atMs: number;
  readonly bytes: number;
}

const SAMPLE_EVERY_MS = 2_000;

export function watchMemory(nodes: readonly ClusterNode[]): MemoryWatch {
  const stopping = new AbortController();
  const samples: MemorySample[] = [];
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      for (const node of nodes) {
        const pid = node.pid();
        const bytes = pid === undefined ? 0 : await residentBytes(pid);
        if (pid !== undefined && bytes > 0) samples.push({ node: node.name, pid, atMs: performance.now(), bytes });
      }
      await sleep(SAMPLE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    samples,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await watching;
    },
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** A process that lived shorter is still filling its caches. */
const LIVED_MS_MIN = 180_000;
/** Between the second quarter of a life and the last. */
const GROWTH_MAX = 1.4;
const GROWTH_BYTES_MIN = 48 * 1024 ** 2;

/** Processes that grow: what a leak looks like within minutes. */
export function growingProcesses(samples: readonly MemorySample[]): readonly string[] {
  return [...Map.groupBy(samples, ({ node, pid }) => `${node} (pid ${pid})`)].flatMap(([name, own]) => {
    const livedMs = (own.at(-1)?.atMs ?? 0) - (own[0]?.atMs ?? 0);
    if (livedMs < LIVED_MS_MIN) return [];
    const quarter = Math.floor(own.length / 4);
    const [early, late] = [medianBytes(own.slice(quarter, 2 * quarter)), medianBytes(own.slice(-quarter))];
    const grows = late > early * GROWTH_MAX && late - early > GROWTH_BYTES_MIN;
    return grows ? [`${name} grew from ${mebibytes(early)} to ${mebibytes(late)} MiB in ${Math.round(livedMs / 1_000)} s`] : [];
  });
}

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

function medianBytes(samples: readonly MemorySample[]): number {
  const sorted = samples.map(({ bytes }) => bytes).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
