import { expect, test } from "vitest";
import { differencesOf } from "./differences.ts";

test("states of one resource differ field by field, without what every change touches", () => {
  const before = { object: "feed", name: "A", updated_at: "1", settings: { seo: false, tags: ["x"] }, gone: 1 };
  const after = { object: "feed", name: "B", updated_at: "2", settings: { seo: false, tags: ["x", "y"] } };
  expect(differencesOf(before, after)).toEqual([
    { field: "name", before: "A", after: "B" },
    { field: "settings.tags", before: "x", after: "x, y" },
    { field: "gone", before: "1", after: "–" },
  ]);
});

test("an answer that is another resource is compared in what both have; a new or a deleted one has all its fields", () => {
  expect(differencesOf({ object: "table", rows: 1, columns: ["a"] }, { object: "change", rows: 2, added: 1 })).toEqual([
    { field: "rows", before: "1", after: "2" },
  ]);
  expect(differencesOf(null, { object: "key", name: "A" })).toEqual([{ field: "name", before: "–", after: "A" }]);
  expect(differencesOf({ object: "key", name: "A" }, null)).toEqual([{ field: "name", before: "A", after: "–" }]);
  expect(differencesOf(null, null)).toEqual([]);
});
