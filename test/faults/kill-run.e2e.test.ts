import { expect, test } from "vitest";
import { killRounds } from "./kill-rounds.ts";
import { testSeed } from "../harness/test-seed.ts";

/** Each of the three victims once. */
const KILLS = 3;
/** A second of work, so that most kills hit it. */
const PRODUCTS = 400;
/** No round begins later; a quiet machine is done in a fraction of it. */
const BUDGET_MS = 120_000;

test("whatever is killed, work ends by itself, a new run succeeds, and the feed URL answers complete files only", async () => {
  const lines = [`seed ${testSeed}`];
  const report = await killRounds({
    kills: KILLS,
    seed: testSeed,
    products: PRODUCTS,
    budgetMs: BUDGET_MS,
    say: (line) => lines.push(line),
  });
  expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
  expect(report.newRuns).toBeGreaterThan(0);
  expect(report.answers).toBeGreaterThan(KILLS);
});
