import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/features/operations.ts";
import { fuzzRounds } from "./fuzz-rounds.ts";
import { clonedService } from "../harness/service-on-clone.ts";
import { testSeed } from "../harness/test-seed.ts";

/** Some three hundred requests; a bound of time would let a busy machine send too few. */
const DRAWS = 1;
const BUDGET_MS = 150_000;

test("no request, however odd, is answered 5xx, outside the error format, or unlike its operation's schema", async () => {
  const lines: string[] = [];
  const report = await fuzzRounds({
    seed: testSeed,
    budgetMs: BUDGET_MS,
    draws: DRAWS,
    open: clonedService,
    say: (line) => lines.push(line),
  });
  expect(report.violations, `repeat with npm run fault:fuzz -- --seconds 30 --seed ${testSeed}`).toEqual([]);
  expect(report.requests).toBeGreaterThan(OPERATIONS.length);
});
