import { expect, test } from "vitest";
import { readableFormat } from "./stored-format.ts";

test("what says no format is of format 1, and every format up to the newest is read", () => {
  for (const stored of [{}, { format: 1 }, { format: 2, later: true }, null]) expect(readableFormat("stored run", 2, stored)).toBe(stored);
});

test.each([3, 0, -1, 1.5, "2", null])("another format is refused with a sentence: %j", (format) => {
  expect(() => readableFormat("stored run", 2, { format })).toThrow(
    /^The stored run was stored in format .+ by a newer version of Feedwright/,
  );
});
