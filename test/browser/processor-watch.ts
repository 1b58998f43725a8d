/** What a fixed piece of work takes of the processor, sampled while something else is measured. */
export interface ProcessorWatch extends Disposable {
  /** How many times slower the processor was than at its best, at least 1. */
  readonly slowdown: () => number;
}

const SAMPLE_EVERY_MS = 100;
const ROUNDS = 150_000;
/** One sample in ten was slower than this. */
const QUANTILE = 0.9;

/** The fastest sample of this process: the machine when nobody else needs it. */
let best = Number.POSITIVE_INFINITY;

/**
 * Even processor time depends on what else runs: threads share a core, caches and the host. So a bound on it is stretched by what the same work takes
 * at that time.
 */
export function watchProcessor(): ProcessorWatch {
  const samples: number[] = [];
  const take = () => {
    const took = sampleMs();
    best = Math.min(best, took);
    samples.push(took);
  };
  take();
  const timer = setInterval(take, SAMPLE_EVERY_MS);
  return {
    slowdown() {
      const ordered = samples.toSorted((a, b) => a - b);
      return Math.max(1, (ordered[Math.floor(ordered.length * QUANTILE)] ?? best) / best);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function sampleMs(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system) / 1_000;
}

/** Arithmetic alone: nothing of it waits. */
function work(): number {
  let state = 1;
  for (let round = 0; round < ROUNDS; round += 1) state = (Math.imul(state, 1_664_525) + round) | 0;
  return state;
}
