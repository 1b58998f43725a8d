import { expect, test } from "vitest";
import { testSeed } from "../harness/test-seed.ts";
import { liveRounds } from "./live-rounds.ts";

/** A bound of time would let a busy machine try too little. */
const ROUNDS = 2;
/** No round begins later. */
const BUDGET_MS = 120_000;
const WITHIN_MS = 600_000;

test(
  "whatever befalls deliveries, requests and the service, the published feed becomes what the shop is",
  { timeout: WITHIN_MS },
  async () => {
    const lines = [`seed ${testSeed}`];
    const report = await liveRounds({ seed: testSeed, products: 60, budgetMs: BUDGET_MS, rounds: ROUNDS, say: (line) => lines.push(line) });
    expect(report.violations, lines.join("\n")).toEqual([]);
    expect(report.changes).toBeGreaterThan(1);
    expect(report.cells).toBeGreaterThan(1_000);
  },
);
