import { expect, test } from "vitest";
import { startCluster } from "../test/faults/cluster.ts";
import { shopSizes } from "./shop-sizes.ts";
import { simulateDay } from "./simulated-day.ts";

/** So many that one could be taken for another, and an hour for the one before it. */
const SHOPS = 2;
const HOURS = 2;
const BUDGET_MS = 240_000;

test("in shifted time, every shop has one extract and one published run in each hour, and none twice", async () => {
  await using cluster = await startCluster({ apis: 1, workers: 2, storage: "folder" });
  const plan = { cluster, sizes: shopSizes(SHOPS, 20), seed: 1, hours: HOURS, stepsAnHour: 2, idleMs: 0, budgetMs: BUDGET_MS };
  const day = await simulateDay({ ...plan, say: () => undefined });
  expect(day.violations).toEqual([]);
  expect(day.hours).toBe(HOURS);
  const extracts = day.steps.reduce((sum, step) => sum + step.extracts, 0);
  expect(extracts).toBeGreaterThanOrEqual(SHOPS * (HOURS - 1));
  expect(day.extractAges).toHaveLength(extracts);
});
