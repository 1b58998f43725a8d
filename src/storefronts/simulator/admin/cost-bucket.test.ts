import { expect, test } from "vitest";
import { createCostBucket } from "./cost-bucket.ts";

test("points come back at the rate of the shop, up to the brim", () => {
  const bucket = createCostBucket(2_000, 100);
  expect(bucket.take(1_000, 0)).toBe(true);
  expect(bucket.take(1_000, 0)).toBe(true);
  expect(bucket.take(1, 0)).toBe(false);
  expect(bucket.status(2_500)).toEqual({ maximumAvailable: 2_000, currentlyAvailable: 250, restoreRate: 100 });
  expect(bucket.take(251, 2_500)).toBe(false);
  expect(bucket.take(250, 2_500)).toBe(true);
  expect(bucket.status(1_000_000).currentlyAvailable).toBe(2_000);
});

test("what a query did not need is given back at once, never beyond the brim", () => {
  const bucket = createCostBucket(100, 1);
  bucket.take(80, 0);
  bucket.giveBack(70);
  expect(bucket.status(0).currentlyAvailable).toBe(90);
  bucket.giveBack(70);
  expect(bucket.status(0).currentlyAvailable).toBe(100);
});

test("a query that is refused takes nothing", () => {
  const bucket = createCostBucket(10, 0);
  expect(bucket.take(11, 0)).toBe(false);
  expect(bucket.status(0).currentlyAvailable).toBe(10);
});

test("the bucket can be drained, made smaller and filled more slowly", () => {
  const bucket = createCostBucket(1_000, 100);
  bucket.set({ currentlyAvailable: 0 }, 0);
  expect(bucket.status(1_000).currentlyAvailable).toBe(100);
  bucket.set({ maximumAvailable: 50, restoreRate: 1 }, 1_000);
  expect(bucket.status(1_000)).toEqual({ maximumAvailable: 50, currentlyAvailable: 50, restoreRate: 1 });
});

test("a clock that goes backwards takes nothing away", () => {
  const bucket = createCostBucket(100, 10);
  bucket.take(50, 1_000);
  expect(bucket.status(0).currentlyAvailable).toBe(50);
});
