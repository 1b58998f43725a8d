import { afterAll, expect, test } from "vitest";
import { overTexts, testDuckdb } from "../../../../test/harness/duckdb.ts";
import { name, sql } from "../../sql/fragment.ts";
import { compileExpression } from "../compile-expression.ts";
import { call, number, source } from "../expression.ts";
import { asText, textTerm } from "../term.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const scope = { now: sql`TIMESTAMP '2026-01-01'`, column: () => textTerm(name("t"), "list") };

/** As the language says it: what parts items is a comma, and none is blank or has white space at its ends. */
function sliced(text: string, from: number, to: number): string {
  const trimmed = text.split(",").map((item) => item.replace(/^[ \t\n\f\r\u00A0\u202F\uFEFF]+|[ \t\n\f\r\u00A0\u202F\uFEFF]+$/g, ""));
  const items = trimmed.filter((item) => item !== "");
  const place = (at: number): number => Math.max(at < 0 ? items.length + 1 + at : at, 1);
  return items.slice(place(from) - 1, Math.max(place(to) - 1, 0)).join(",");
}

const LISTS = [
  "",
  ",",
  "a",
  "a,b,c",
  "a,b,c,d,e",
  ",a,b",
  "a,,b,c",
  "a,b,",
  "red, dark blue , green",
  " ,\t,x",
  "x\uFEFF,\u00A0y,z",
  "é,ü,😀",
];

test.each([
  [1, 11],
  [1, 3],
  [2, 4],
  [-2, 9],
  [1, -1],
  [0, 2],
  [3, 2],
])("the items of a column's text from %d to before %d, as a text, whether its items are plain or not", async (from, to) => {
  const found = await overTexts(duckdb, LISTS, () =>
    asText(compileExpression(call("list_slice", source("tags"), number(from), number(to)), scope)),
  );
  expect(found).toEqual(LISTS.map((text) => sliced(text, from, to)));
});
