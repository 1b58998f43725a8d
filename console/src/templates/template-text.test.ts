import { expect, test } from "vitest";
import { documentIn, placeholdersIn, placeholdersText, valueIn, valueText } from "./template-text.ts";

test("placeholders are written as names, with defaults where there are any, and read again as they were", () => {
  const placeholders = [{ name: "brand" }, { name: "limit", default: 10 }, { name: "source", default: "an agency" }];
  expect(placeholdersText(placeholders)).toBe("brand, limit = 10, source = an agency");
  expect(placeholdersIn(placeholdersText(placeholders))).toEqual(placeholders);
  expect(placeholdersIn(" ")).toEqual([]);
  expect(placeholdersIn("Brand Name")).toBeUndefined();
});

test.each([
  ["12", 12],
  ["0.5", 0.5],
  ["true", true],
  ["012", "012"],
  ['"12"', "12"],
  ["Acme & Co", "Acme & Co"],
] as const)("the value %s is read as its type, and written so that it stays that", (text, value) => {
  expect(valueIn(text)).toBe(value);
  expect(valueIn(valueText(value))).toBe(value);
});

test("a document is a JSON object, and nothing else", () => {
  expect(documentIn('{"rules":[]}')).toEqual({ rules: [] });
  for (const text of ["[]", "1", "{", ""]) expect(documentIn(text)).toBeUndefined();
});
