import { describe, expect, test } from "vitest";
import { patternFault, patternWeight, patternWeightFault } from "./pattern.ts";

describe("a pattern that matches single bytes", () => {
  test.each(["\\C", "a\\C+", "[a]\\C", "\\\\\\C", "\\Qa\\E\\C", "(?i)\\C"])(
    "is refused, because it would cut characters apart: %s",
    (pattern) => {
      expect(patternFault(pattern)).toContain("\\C matches one byte");
    },
  );

  test.each(["\\\\C", "C", "\\Q\\C\\E", "\\Q\\C", "\\d\\\\C", "[C]"])("is none where the backslash is escaped or quoted: %s", (pattern) => {
    expect(patternFault(pattern)).toBeUndefined();
  });
});

describe("what a pattern compiles to", () => {
  test.each([
    ["abc", 3],
    ["é", 4],
    [".", 20],
    ["[a-z]", 6],
    ["\\pL", 1_600],
    ["\\PL", 1_600],
    ["[^\\pN]", 1_070],
    ["\\p{Greek}", 600],
    ["\\p{^Greek}", 600],
    ["[[:^alpha:]]", 20],
    ["(?:\\pL{10}){10}", 160_000],
    ["\\pL{3,20}x", 32_001],
    ["\\pL+", 1_600],
    ["\\\\pL", 6],
    ["\\x{100}", 8],
    ["\\d{4,14}", 56],
    ["[A-Z]{2}\\d{3}", 24],
    [Array.from({ length: 50 }, (_, at) => `word${at}`).join("|"), 339],
  ])("%s is about %d instructions", (pattern, weight) => {
    const found = patternWeight(pattern);
    expect(found).toBeGreaterThanOrEqual(weight);
    expect(found).toBeLessThanOrEqual(weight * 1.5 + 5);
  });

  test.each(["(?i)[\\pL\\pN]{100}\\PL{99}7", "\\pL{100}[^\\pN]{99}", "(?:[^\\pN\\pL]{50}x){2}", "(\\pL{50}|\\PL{50}){2}"])(
    "%s is refused, because Unicode classes are repeated too often",
    (pattern) => {
      expect(patternFault(pattern)).toBeUndefined();
      expect(patternWeightFault(pattern)).toContain("instructions");
    },
  );

  test.each(["(?i)^\\pL+ \\pL+ (?:shirt|hose|jacke) \\d{1,3}(?:cm|mm)$", "\\pL{1,100}", "^.{1,100}$", "(?i)[äöüß]{100}"])(
    "%s is none too large",
    (pattern) => {
      expect(patternWeightFault(pattern)).toBeUndefined();
    },
  );
});
