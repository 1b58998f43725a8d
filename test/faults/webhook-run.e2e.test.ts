import { expect, test } from "vitest";
import { webhookRounds } from "./webhook-rounds.ts";
import { testSeed } from "../harness/test-seed.ts";

const BUDGET_MS = 10_000;
const SHOPS = 2;
const EVENTS = 400;
/** Short, so that kills come before everything is delivered. */
const BETWEEN_KILLS_MS = 3_000;

test("whatever is killed, every accepted event is delivered, with its bytes, signed, and no oftener than that excuses", async () => {
  const lines = [`seed ${testSeed}`];
  const { violations, ...counts } = await webhookRounds({
    seed: testSeed,
    shops: SHOPS,
    events: EVENTS,
    betweenKillsMs: BETWEEN_KILLS_MS,
    budgetMs: BUDGET_MS,
    say: (line) => lines.push(line),
  });
  process.stdout.write(`fault:webhooks seed ${testSeed} ${JSON.stringify(counts)}\n`);
  expect(violations, [...violations, ...lines].join("\n")).toEqual([]);
  expect(counts.accepted).toBeGreaterThan(0);
  expect(counts.deliveries).toBe(2 * counts.accepted);
  expect(counts.failedAttempts).toBeGreaterThan(0);
});
