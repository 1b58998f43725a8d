/**
 * The processor of another machine takes this many times as long as that of the one a figure was found on, and so does one machine from one hour to
 * the next. A bound in a test is there for what explodes, which is slower by more; what a thing really takes is measured in `bench/`.
 */
export const SLOW_MACHINE = 4;

/** The clock runs this many times as long where twenty programs share two cores. It tells what waits from what doesn't, and no more. */
export const BUSY_MACHINE = 20;

/** How long `vi.waitFor` and `expect.poll` wait for what an idle machine has done at once. Their own second is too short for a busy one. */
export const IN_TIME = { timeout: 240_000 };

/** The service's messages for a read that it couldn't finish in time, as happens on a busy machine. Clients are expected to retry. */
export const TOO_BUSY = /waited too long for its turn|took too long/;

/** The time of the processor, which other programs take nothing of. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The best of some attempts, or the first one that is good enough. */
export async function bestCpuMs(attempts: number, work: () => unknown, enoughMs = 0): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best >= enoughMs; attempt += 1) best = Math.min(best, await cpuMs(work));
  return best;
}
