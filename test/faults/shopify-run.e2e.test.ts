import { expect, test } from "vitest";
import { shopifyRounds } from "./shopify-rounds.ts";

const BUDGET_MS = 20_000;
const PRODUCTS = 80;
const CHAOS = 0.08;

test("however the platform fails, every extract ends, and the feed is what the shop was at the last completed one", async () => {
  const seed = Date.now() % 1_000_000;
  const lines = [`seed ${seed}`];
  const report = await shopifyRounds({ seed, products: PRODUCTS, chaos: CHAOS, budgetMs: BUDGET_MS, say: (line) => lines.push(line) });
  expect(report.violations, lines.join("\n")).toEqual([]);
  expect(report.rounds).toBeGreaterThan(1);
  expect(report.cells).toBeGreaterThan(1_000);
});
