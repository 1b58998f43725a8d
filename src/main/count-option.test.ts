import { expect, test } from "vitest";
import { countOption } from "./count-option.ts";

test("an option that counts takes 1 to 1000, and refuses anything else in one line that says so", () => {
  expect([countOption("--limit", "1"), countOption("--limit", "1000")]).toEqual([1, 1_000]);
  for (const text of ["many", "0", "1001", "-1", "1.5", ""])
    expect(() => countOption("--limit", text), text).toThrow(`--limit must be a number from 1 to 1000, not ${text}.`);
});

test("a command that can show less says so", () => {
  expect(countOption("--limit", "100", 100)).toBe(100);
  expect(() => countOption("--limit", "101", 100)).toThrow("--limit must be a number from 1 to 100, not 101.");
});
