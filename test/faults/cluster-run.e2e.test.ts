import { expect, test } from "vitest";
import { testSeed } from "../harness/test-seed.ts";
import { clusterRounds } from "./cluster-rounds.ts";

/** Most faults once; a pause longer than a lease makes it last a little longer. */
const BUDGET_MS = 20_000;

test("whatever happens to nodes, database and clocks, no acknowledged write is lost and each feed read is one whole file", async () => {
  const lines = [`seed ${testSeed}`];
  const report = await clusterRounds({
    seed: testSeed,
    storage: "bucket",
    shops: 2,
    products: 60,
    budgetMs: BUDGET_MS,
    say: (line) => void lines.push(line),
  });
  expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
  expect(Object.values(report.faults).length).toBeGreaterThan(5);
  for (const operation of ["create rule", "edit", "read"]) expect(report.operations[operation]?.ok).toBeGreaterThan(0);
});
