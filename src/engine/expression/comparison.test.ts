import { afterAll, expect, test } from "vitest";
import { overTexts, testDuckdb } from "../../../test/harness/duckdb.ts";
import { name, sql } from "../sql/fragment.ts";
import { compileExpression } from "./compile-expression.ts";
import { call, type Comparison, type Expression, number, source, text } from "./expression.ts";
import { asText, textTerm } from "./term.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const scope = { now: sql`TIMESTAMP '2026-01-01'`, column: () => textTerm(name("t"), "money") };

/** As a column's own text, which is known in the run alone. */
const unwritten = (written: string): Expression => call("concat", text(written), text(""));

const holds = async (prices: readonly string[], operator: Comparison, right: Expression): Promise<readonly unknown[]> => {
  const compared = { kind: "compare", operator, left: source("price"), right, caseSensitive: false } as const;
  const found = await overTexts(duckdb, prices, () => asText(compileExpression(compared, scope)));
  return found.map((answer) => answer === "true");
};

const PRICES = ["12.9 EUR", "12.90 USD", "13 EUR", "12.9", "it's 12.9 EUR", "n/a", ""];

test.each<[Comparison, string, readonly boolean[]]>([
  // Amounts of two currencies are unequal and in no order; an amount without one is compared by its number.
  ["=", "12.90 EUR", [true, false, false, true, false, false, false]],
  ["!=", "12.90 EUR", [false, true, true, false, true, true, true]],
  [">=", "12.90 EUR", [true, false, true, true, true, true, false]],
  ["<", "12.90 EUR", [false, false, false, false, false, false, false]],
  // What is no amount has no currency, however it ends: such a comparison is one of texts.
  ["<", "it's 12.90 USD", [true, true, true, true, true, false, false]],
  [">", "it's 12.90 USD", [false, false, false, false, false, true, false]],
  ["!=", "it's 12.90 USD", [true, true, true, true, true, true, true]],
  ["=", "it's 12.9 EUR", [false, false, false, false, true, false, false]],
])("a price %s %j, written in the rule or not", async (operator, right, expected) => {
  expect(await holds(PRICES, operator, text(right))).toEqual(expected);
  expect(await holds(PRICES, operator, unwritten(right))).toEqual(expected);
});

test("a price beside a number is compared by its number, of whatever currency it is", async () => {
  expect(await holds(PRICES, ">", number("12.9"))).toEqual([false, false, true, false, true, true, false]);
});
