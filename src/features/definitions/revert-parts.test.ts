import { describe, expect, test } from "vitest";
import { revertList, revertMembers } from "./revert-parts.ts";

interface Item {
  readonly id: string;
  readonly state: string;
}

/** `a1` is the item a in its state 1. */
const items = (text: string): readonly Item[] =>
  text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ id: word.slice(0, 1), state: word.slice(1) }));

/** `states`: before the change, behind it, and now. */
function reverted([before = "", after = "", now = ""]: readonly string[]) {
  const states = { before: items(before), after: items(after), now: items(now) };
  const { value, conflicts } = revertList(states, { key: ({ id }) => id, named: ({ id }) => `item ${id}`, order: "order" });
  return { shown: value.map(({ id, state }) => `${id}${state}`).join(" "), conflicts };
}

describe("items that a change touched become what they were, where they stood", () => {
  test.each([
    ["an added one goes", ["a1", "a1 b1", "a1 b1 c1"], "a1 c1"],
    ["a removed one is back behind its neighbour", ["a1 b1 c1", "a1 c1", "d1 a1 c1 e1"], "d1 a1 b1 c1 e1"],
    ["a removed first one is back in front", ["a1 b1", "b1", "b1 c1"], "a1 b1 c1"],
    ["removed ones are back in their order", ["a1 b1 c1 d1", "a1", "e1 a1"], "e1 a1 b1 c1 d1"],
    ["a changed one is as it was, wherever it stands now", ["a1 b1", "a2 b1", "b1 c1 a2"], "b1 c1 a1"],
    ["an order is as it was, around what came later", ["a1 b1 c1", "c1 b1 a1", "c1 d1 b1 a1"], "a1 d1 b1 c1"],
    ["an order among those that are left", ["a1 b1 c1", "c1 b1 a1", "c1 a1"], "a1 c1"],
    ["what was not touched stays as it is", ["a1 b1", "a1 b2", "b2 a5"], "b1 a5"],
    ["nothing was touched", ["a1 b1", "a1 b1", "b1 a2"], "b1 a2"],
  ])("%s", (_, states, wanted) => {
    expect(reverted(states)).toEqual({ shown: wanted, conflicts: [] });
  });

  test.each([
    ["a changed one was changed again", ["a1", "a2", "a3"], ["item a"]],
    ["a changed one is gone", ["a1", "a2", ""], ["item a"]],
    ["an added one was changed", ["", "a1", "a2"], ["item a"]],
    ["a removed one is there again", ["a1", "", "a1"], ["item a"]],
    ["the order is another one by now", ["a1 b1 c1", "c1 b1 a1", "b1 c1 a1"], ["order"]],
  ])("%s: a conflict", (_, states, conflicts) => {
    expect(reverted(states).conflicts).toEqual(conflicts);
  });
});

test("items that say the same are the same, however they are written", () => {
  const states = { before: [1, 2], after: [-1, 2, 3], now: [1, 2, -3] };
  expect(revertList(states, { key: Math.abs, named: String, order: "order", same: (a, b) => Math.abs(a) === Math.abs(b) })).toEqual({
    value: [1, 2],
    conflicts: [],
  });
});

test("members that a change touched become what they were, and each that was changed since is named", () => {
  const before = { brand: "vendor", constructor: null };
  const after = { brand: null, gtin: "sku" };
  expect(revertMembers("mapping of", { before, after, now: { ...after, mpn: "sku" } })).toEqual({
    value: { ...before, mpn: "sku" },
    conflicts: [],
  });
  expect(revertMembers("mapping of", { before, after, now: { gtin: "sku", constructor: null } }).conflicts).toEqual([
    "mapping of brand",
    "mapping of constructor",
  ]);
});
