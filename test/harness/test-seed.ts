import { randomInt } from "node:crypto";

/** Everything at random in the tests follows from this one: a failure prints it, and `.ci/run` fixes it, so that the same commit passes twice. */
export const testSeed = Number(process.env["FEEDWRIGHT_TEST_SEED"] ?? randomInt(1_000_000));

/** How many random cases, as a multiple of what a test takes. */
export const testRuns = Number(process.env["FEEDWRIGHT_TEST_RUNS"] ?? 1);

/**
 * Whether there is time for one more case: time of the processor, so that a busy machine tries as many as an idle one. fast-check's own
 * limit would leave a case running behind the test's end, on a DuckDB that is closed meanwhile.
 */
export function timeLeft(limitMs: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 < limitMs * testRuns;
  };
}
