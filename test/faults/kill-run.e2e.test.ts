import { expect, test } from "vitest";
import { killRounds } from "./kill-rounds.ts";
import { testSeed } from "../harness/test-seed.ts";

const KILLS = 4;
/** Some seconds of work, so that most kills hit it. */
const PRODUCTS = 4_000;
/** No round begins later, and a round ends within 30 s even where a claim has to fall silent first. */
const BUDGET_MS = 25_000;

test("whatever is killed, work ends by itself, a new run succeeds, and the feed URL answers complete files only", async () => {
  const lines = [`seed ${testSeed}`];
  const report = await killRounds({
    kills: KILLS,
    seed: testSeed,
    products: PRODUCTS,
    budgetMs: BUDGET_MS,
    say: (line) => lines.push(line),
  });
  expect(report.violations, lines.join("\n")).toEqual([]);
  expect(report.newRuns).toBeGreaterThan(0);
  expect(report.answers).toBeGreaterThan(KILLS);
});
