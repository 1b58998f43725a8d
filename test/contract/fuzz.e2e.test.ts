import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/features/operations.ts";
import { fuzzRounds } from "./fuzz-rounds.ts";
import { clonedService } from "../harness/cloned-service.ts";
import { testSeed } from "../harness/test-seed.ts";

const BUDGET_MS = 15_000;

test("no request, however odd, is answered 5xx, outside the error format, or unlike its operation's schema", async () => {
  const lines: string[] = [];
  const report = await fuzzRounds({ seed: testSeed, budgetMs: BUDGET_MS, open: clonedService, say: (line) => lines.push(line) });
  expect(report.violations, `repeat with npm run fault:fuzz -- --seconds 15 --seed ${testSeed}`).toEqual([]);
  expect(report.requests).toBeGreaterThan(OPERATIONS.length);
});
