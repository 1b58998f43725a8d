import { expect, test } from "vitest";
import { shopifyRounds } from "./shopify-rounds.ts";
import { testSeed } from "../harness/test-seed.ts";

/** A bound of time would let a busy machine try too little. */
const ROUNDS = 2;
/** No round begins later; a quiet machine is done in a tenth of it. */
const BUDGET_MS = 240_000;
const PRODUCTS = 80;
const CHAOS = 0.08;

test("however the platform fails, every extract ends, and the feed is what the shop was at the last completed one", async () => {
  const lines = [`seed ${testSeed}`];
  const report = await shopifyRounds({
    seed: testSeed,
    products: PRODUCTS,
    chaos: CHAOS,
    budgetMs: BUDGET_MS,
    rounds: ROUNDS,
    say: (line) => lines.push(line),
  });
  expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
  expect(report.rounds).toBeGreaterThan(1);
  expect(report.cells).toBeGreaterThan(1_000);
});
