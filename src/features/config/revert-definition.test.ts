import { describe, expect, test } from "vitest";
import type { Definition } from "./definition.ts";
import { revertDefinition } from "./revert-definition.ts";

const EMPTY: Definition = { settings: {}, mappings: {}, extraColumns: [], tests: [], rules: [] };
const rules = (text: string): Definition => ({
  ...EMPTY,
  // `a1` is rule 10 in its state 1.
  rules: text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ id: Number.parseInt(word.slice(0, 1), 36), active: true, definition: { type: "set_value", value: word.slice(1) } })),
});
const shown = ({ rules: list }: Definition): string =>
  list.map(({ id, definition }) => `${(id ?? 0).toString(36)}${String(definition["value"])}`).join(" ");

/** `states`: before the change, behind it, and now. */
function revertRules([before = "", after = "", now = ""]: readonly string[]) {
  return revertDefinition({ before: rules(before), after: rules(after), now: rules(now) });
}

describe("rules that a change touched become what they were, where they stood", () => {
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
    const reverted = revertRules(states);
    expect([shown(reverted.definition), reverted.conflicts]).toEqual([wanted, []]);
  });

  test.each([
    ["a changed one was changed again", ["a1", "a2", "a3"], ["rule rule_10"]],
    ["a changed one is gone", ["a1", "a2", ""], ["rule rule_10"]],
    ["an added one was changed", ["", "a1", "a2"], ["rule rule_10"]],
    ["a removed one is there again", ["a1", "", "a1"], ["rule rule_10"]],
    ["the order is another one by now", ["a1 b1 c1", "c1 b1 a1", "b1 c1 a1"], ["order of the rules"]],
  ])("%s: a conflict", (_, states, conflicts) => {
    expect(revertRules(states).conflicts).toEqual(conflicts);
  });
});

test("members, columns and tests are told apart by name, and each conflict is named", () => {
  const before = {
    ...EMPTY,
    settings: { seo: true },
    mappings: { brand: "vendor" },
    extraColumns: ["one"],
    tests: [{ name: "T", row_id: "1" }],
  };
  const after = { ...EMPTY, settings: { variants: false }, mappings: { brand: null, gtin: "sku" }, extraColumns: ["two"], tests: [] };
  const later = { ...after, settings: { ...after.settings, gift_cards: true }, extraColumns: ["two", "three"] };
  expect(revertDefinition({ before, after, now: later })).toEqual({
    definition: { ...before, settings: { seo: true, gift_cards: true }, extraColumns: ["one", "three"] },
    conflicts: [],
  });
  const changed = { ...EMPTY, settings: { seo: false, variants: false }, mappings: { gtin: "sku" }, tests: [{ name: "T", row_id: "1" }] };
  expect(revertDefinition({ before, after, now: changed }).conflicts).toEqual([
    "setting seo",
    "mapping of brand",
    "extra column two",
    "test T",
  ]);
});
