import { expect, test } from "vitest";
import { testSeed } from "../harness/test-seed.ts";
import { clonedService } from "../harness/service-on-clone.ts";
import { platformsRounds } from "./platforms-rounds.ts";
import { environmentOf, startPlatforms } from "./played-platforms.ts";

const ROUNDS = 1;
const PRODUCTS = 24;
const CHAOS = 0.06;
const STEP_PERCENT = 1;
/** No round begins later; a quiet machine is done in a fraction of it. */
const BUDGET_MS = 240_000;

test("however platforms fail and whenever the service is killed, each has the file registered once and its rows as products", async () => {
  const lines = [`seed ${testSeed}`];
  await using stack = new AsyncDisposableStack();
  const platforms = (await startPlatforms(testSeed)).map((platform) => stack.use(platform));
  await using home = await clonedService(environmentOf(platforms));
  const report = await platformsRounds(
    {
      ...{ seed: testSeed, products: PRODUCTS, chaos: CHAOS, stepPercent: STEP_PERCENT, killEveryMs: null },
      ...{ budgetMs: BUDGET_MS, rounds: ROUNDS, say: (line) => lines.push(line) },
    },
    home,
    platforms,
  );
  expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
  expect(report.comparisons).toBe(platforms.length);
});
