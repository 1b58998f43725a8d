import { expect, test } from "vitest";
import { fitsInChild } from "./products-page.ts";

const MIB = 1024 * 1024;

test.each([
  ["a small catalog", 10 * MIB, 10_000, true],
  ["a catalog of long texts", 110 * MIB, 100_000, true],
  ["a catalog of longer ones", 121 * MIB, 100_000, false],
  ["many rows of short texts, which take more room than the texts", 93 * MIB, 600_000, false],
  ["as many rows without any", 0, 600_000, true],
])("%s is held between searches where a child has room for it", (_, textBytes, rows, fits) => {
  expect(fitsInChild(textBytes, rows)).toBe(fits);
});
