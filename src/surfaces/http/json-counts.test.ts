import { expect, test } from "vitest";
import { countsFault } from "./json-counts.ts";
import { BODY_ITEMS_MAX, BODY_VALUES_MAX } from "./server-limits.ts";

const fault = (text: string) => countsFault(Buffer.from(text));
const list = (items: number, item: string) => `[${`${item},`.repeat(items - 1)}${item}]`;

test("a list or an object may have so many items and not one more", () => {
  expect(fault(list(BODY_ITEMS_MAX, "0"))).toBeUndefined();
  expect(fault(`{"rows":${list(BODY_ITEMS_MAX + 1, "0")}}`)).toContain(`at most ${BODY_ITEMS_MAX}`);
  expect(fault(`{${Array.from({ length: BODY_ITEMS_MAX + 1 }, (_, at) => `"${at}":0`).join(",")}}`)).toContain("fields");
});

test("a body may have so many values and not one more, however they are spread", () => {
  const rows = (values: number) => `[${`${list(49, "0")},`.repeat(values / 50 - 1)}${list(49, "0")}]`;
  const most = 50 * Math.floor((BODY_VALUES_MAX - 2) / 50);
  expect(fault(rows(most))).toBeUndefined();
  expect(fault(rows(most + 100))).toContain(`at most ${BODY_VALUES_MAX} values`);
});

test("what stands in strings is no structure", () => {
  const text = JSON.stringify({ [`${"[{,".repeat(BODY_ITEMS_MAX)}\\"`]: `"\\",[${",".repeat(BODY_ITEMS_MAX)}` });
  expect(fault(text)).toBeUndefined();
});

test("nesting without end, strings that never end and brackets that close nothing do no harm", () => {
  expect(fault("[".repeat(100_000))).toContain("nested");
  expect(fault('{"a')).toBeUndefined();
  expect(fault('"\\')).toBeUndefined();
  expect(fault("]".repeat(1_000))).toBeUndefined();
});
