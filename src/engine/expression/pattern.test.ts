import { describe, expect, test } from "vitest";
import { patternFault } from "./pattern.ts";

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
