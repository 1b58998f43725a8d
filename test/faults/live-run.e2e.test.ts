import { expect, test } from "vitest";
import { clonedService } from "../harness/service-on-clone.ts";
import { testSeed } from "../harness/test-seed.ts";
import { liveRounds } from "./live-rounds.ts";

/** The second has a merchant who leaves and comes back. A bound of time would let a busy machine try too little. */
const ROUNDS = 2;
/** No round begins later. */
const BUDGET_MS = 120_000;
const WITHIN_MS = 600_000;

test(
  "whatever befalls deliveries, requests and processes, the published feed becomes what the shop is, and forgeries leave no trace",
  { timeout: WITHIN_MS },
  async () => {
    const lines = [`seed ${testSeed}`];
    const say = (line: string): void => void lines.push(line);
    const report = await liveRounds({ seed: testSeed, products: 60, budgetMs: BUDGET_MS, rounds: ROUNDS, say }, clonedService);
    expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
    expect(report.changes).toBeGreaterThan(1);
    expect(report.cells).toBeGreaterThan(1_000);
    expect(report.kills).toBeGreaterThan(0);
    expect(report.forged).toBeGreaterThan(10);
  },
);
