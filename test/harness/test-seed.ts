import { randomInt } from "node:crypto";

/** Everything at random in the tests follows from this one: a failure prints it, and `.ci/run` fixes it, so that the same commit passes twice. */
export const testSeed = Number(process.env["FEEDWRIGHT_TEST_SEED"] ?? randomInt(1_000_000));

/** How many random cases, as a multiple of what a test takes. */
export const testRuns = Number(process.env["FEEDWRIGHT_TEST_RUNS"] ?? 1);
