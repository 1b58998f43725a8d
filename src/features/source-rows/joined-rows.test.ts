import { expect, test } from "vitest";
import { endsOf, inOrder, joined, NO_ROWS, sliceOf } from "./joined-rows.ts";

const of = (...texts: readonly string[]) => ({
  json: Buffer.from(texts.join(",")),
  ends: endsOf(texts.map((text) => Buffer.byteLength(text))),
});
const ROWS = of('{"a":1}', '{"b":"é, ü"}', '{"c":"😀"}');

test("rows are found by their ends, however many bytes a character has", () => {
  const slice = (first: number, behind: number) => sliceOf(ROWS, first, behind).toString();
  expect([slice(0, 1), slice(1, 3), slice(2, 9), slice(3, 4), slice(2, 2)]).toEqual([
    '{"a":1}',
    '{"b":"é, ü"},{"c":"😀"}',
    '{"c":"😀"}',
    "",
    "",
  ]);
  expect(sliceOf(NO_ROWS, 0, 100).toString()).toBe("");
});

test("parts are joined by commas, and those without a row leave none", () => {
  const part = (text: string) => Buffer.from(text);
  expect(joined([part(""), part("{}"), part(""), part("[],1")]).toString()).toBe("{},[],1");
  expect(joined([]).toString()).toBe("");
});

test("rows that come in another order are put in theirs, and others stay as they are", () => {
  expect(inOrder(ROWS, [4, 5, 9])).toBe(ROWS);
  const sorted = inOrder(ROWS, [12, 7, 100]);
  expect(sorted.json.toString()).toBe('{"b":"é, ü"},{"a":1},{"c":"😀"}');
  expect(sliceOf(sorted, 1, 3).toString()).toBe('{"a":1},{"c":"😀"}');
});
