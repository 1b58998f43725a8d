import fc from "fast-check";
import { expect, test } from "vitest";
import { longestRise } from "./kept-order.ts";

test("the numbers that stay go up, and no more of them could", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 10 }), (numbers) => {
      const stay = numbers.filter((_, at) => longestRise(numbers).has(at));
      expect(stay).toEqual(stay.toSorted((a, b) => a - b));
      const lengths: number[] = [];
      for (const [at, number] of numbers.entries())
        lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => before < at && (numbers[before] ?? 0) < number)));
      expect(stay).toHaveLength(Math.max(0, ...lengths));
    }),
  );
});

test("one that moves to the front leaves the others where they are", () => {
  expect(longestRise([4, 1, 2, 3])).toEqual(new Set([1, 2, 3]));
});
