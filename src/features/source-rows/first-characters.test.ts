import { expect, test } from "vitest";
import { firstCharacters } from "./first-characters.ts";

test.each([
  ["short", 5, "short"],
  ["longer", 4, "long"],
  ["", 3, ""],
  ["😀😁😂", 3, "😀😁😂"],
  ["😀😁😂", 2, "😀😁"],
  ["a😀b", 2, "a😀"],
  ["\uD83Dab", 2, "\uD83Da"],
])("of %j the first %d characters are %j: whole code points", (text, length, expected) => {
  expect(firstCharacters(text, length)).toBe(expected);
});
