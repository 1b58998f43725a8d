import { expect, test } from "vitest";
import { clonedService } from "../harness/service-on-clone.ts";
import { testSeed } from "../harness/test-seed.ts";
import { tenantsRounds } from "./tenants-rounds.ts";

/** The machine does other things meanwhile: what must hold here is that nobody is refused, and that nobody waits until the others are done. */
const PATIENCE = 10;
const BUDGET_MS = 300_000;

test("a shop beside one that takes all it can get, and beside strangers, is refused nothing and does not wait for them", async () => {
  const lines: string[] = [];
  const plan = {
    noise: { previews: 3, patterns: 3, settingPreviews: 10, runs: 4 },
    ...{ seed: testSeed, products: 150, strangers: 1_000, patience: PATIENCE, budgetMs: BUDGET_MS },
    say: (line: string) => lines.push(line),
  };
  const { violations, phases } = await tenantsRounds(plan, clonedService);
  expect(violations, [...violations, ...lines].join("\n")).toEqual([]);
  expect(Object.keys(phases).length).toBeGreaterThan(1);
});
