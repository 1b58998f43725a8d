import { expect, test } from "vitest";
import { resentTest, sentTest, writtenTest } from "./written-test.ts";

const result = null;

test.each([
  { name: "Bowl", row_id: "1", item: 1, expect: { brand: "A", title: "" }, result },
  { name: "Out", row_id: "2", item: 2, expect: {}, excluded: true, excluded_reason: "Gift card", result },
  { name: "In", row_id: "3", item: 1, expect: {}, excluded: false, result },
])("a test is written as it was, and sent as the API takes it: %j", (one) => {
  const sent = sentTest(writtenTest(one));
  expect({ item: 1, expect: {}, ...sent }).toEqual(resentTest(one));
});

test("a test for a row that must be left out sends no values, and a blank name isn't sent", () => {
  const written = { rowId: "1", name: " ", item: 1, place: "out", reason: "", values: [{ column: "title", value: "x" }] } as const;
  expect(sentTest(written)).toEqual({ row_id: "1", excluded: true });
});
