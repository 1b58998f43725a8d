import { expect, test } from "vitest";
import { clonedService } from "../harness/service-on-clone.ts";
import { testSeed } from "../harness/test-seed.ts";
import { bitRounds } from "./bit-rounds.ts";

const FLIPS = 6;
const PRODUCTS = 100;
/** No flip comes later. */
const BUDGET_MS = 60_000;

test("whichever bit of a shop's stored objects flips, no wrong file or product is answered and none goes live", async () => {
  const lines = [`seed ${testSeed}`];
  const say = (line: string) => lines.push(line);
  const report = await bitRounds({ flips: FLIPS, seed: testSeed, products: PRODUCTS, budgetMs: BUDGET_MS, say }, clonedService);
  expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
  expect(report.flips).toBeGreaterThan(0);
  expect(report.right + report.refused).toBeGreaterThan(report.flips);
});
