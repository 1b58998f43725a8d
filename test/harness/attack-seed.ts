import { randomInt } from "node:crypto";

/** Attacks at random are repeated by the seed that a failure prints. */
export const attackSeed = Number(process.env["FEEDWRIGHT_ATTACK_SEED"] ?? randomInt(2 ** 31));

/** How many random cases, as a multiple of what a test takes. */
export const attackRuns = Number(process.env["FEEDWRIGHT_ATTACK_RUNS"] ?? 1);

/**
 * Whether there is time for one more case. fast-check's own time limit would leave a case running behind the test's end, on a DuckDB
 * that is closed meanwhile.
 */
export function timeLeft(limitMs: number): () => boolean {
  const end = performance.now() + limitMs * attackRuns;
  return () => performance.now() < end;
}

/** For the names of tests, so that whoever sees one fail can repeat it. */
export const seeded = `(FEEDWRIGHT_ATTACK_SEED=${attackSeed})`;
