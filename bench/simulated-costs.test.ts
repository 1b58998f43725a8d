import { expect, test } from "vitest";
import { unitCost } from "./simulated-costs.ts";
import { shopSizes } from "./shop-sizes.ts";
import type { Step } from "./simulated-day.ts";

const step = (extracts: number, rows: number): Step => ({
  extracts,
  rows,
  cpuSeconds: extracts * 0.5 + (rows / 1_000) * 0.08,
  databaseCpuSeconds: 0,
  transactions: 0,
  walBytes: 0,
  seconds: 1,
});

test("finds what a piece and a thousand rows cost from mixtures of both", () => {
  const { each, thousandRows } = unitCost([step(3, 1_000), step(5, 90_000), step(2, 400)], ({ cpuSeconds }) => cpuSeconds);
  expect(each).toBeCloseTo(0.5, 6);
  expect(thousandRows).toBeCloseTo(0.08, 6);
});

test("a single mixture is told as the cost of a piece", () => {
  expect(unitCost([step(2, 0), step(2, 0)], ({ cpuSeconds }) => cpuSeconds)).toEqual({ each: 0.5, thousandRows: 0 });
  expect(unitCost([], () => 0)).toEqual({ each: 0, thousandRows: 0 });
});

test("shops are long-tailed, from 50 variants to half a million, and the largest can be limited", () => {
  const sizes = shopSizes(1_000, 100_000);
  expect([sizes[0], sizes[499], sizes.at(-1)]).toEqual([100_000, 25, 10]);
  expect(Math.max(...shopSizes(1_000, 500))).toBe(500);
});
