import { expect, test } from "vitest";
import { repeatRounds } from "./repeat-rounds.ts";
import { testSeed } from "../harness/test-seed.ts";

const KILLS = 5;
const CLIENTS = 6;
/** No kill comes later; requests under way then are answered within a minute more. */
const BUDGET_MS = 60_000;

test("whatever is killed, a request that is repeated takes effect once, and its answers are one text", async () => {
  const lines = [`seed ${testSeed}`];
  const report = await repeatRounds({
    kills: KILLS,
    seed: testSeed,
    clients: CLIENTS,
    budgetMs: BUDGET_MS,
    say: (line) => lines.push(line),
  });
  expect(report.violations, [...report.violations, ...lines].join("\n")).toEqual([]);
  expect(report.wanted).toBeGreaterThan(KILLS);
  expect(report.replays).toBeGreaterThan(0);
});
