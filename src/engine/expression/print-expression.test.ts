import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ColumnOf, expressions } from "../../../test/oracle/arbitrary-expressions.ts";
import { printExpression } from "./print-expression.ts";
import { columnsInScope, readExpression } from "./read-expression.ts";

const COLUMNS: readonly ColumnOf[] = [
  { side: "D", name: "title", type: "text" },
  { side: "D", name: "price", type: "money" },
  { side: "D", name: "tags", type: "list" },
  { side: "D", name: "Option with spaces", type: "text" },
  { side: "D", name: "metafield-care-guide", type: "text" },
  { side: "G", name: "title", type: "text" },
  { side: "G", name: "price", type: "money" },
];
const source = COLUMNS.filter(({ side }) => side === "D").map(({ name }) => name);
const CONTEXT = {
  columns: columnsInScope(
    source,
    COLUMNS.filter(({ side }) => side === "G"),
  ),
  lenient: false,
  tables: new Map([["rates", ["rate", "note"]]]),
};

function read(text: string) {
  const found = readExpression(text, CONTEXT);
  if (!found.ok) throw new Error(`${text}\n${JSON.stringify(found.faults)}`);
  return found;
}

describe("what is printed reads as the same expression", () => {
  const { text, number, condition } = expressions(COLUMNS, { feedwide: true });

  test.each([
    ["texts", text],
    ["numbers", number],
    ["conditions", condition],
  ])("%s", (_what, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (expression) => {
        const printed = printExpression(expression);
        expect(read(printed).expression).toEqual(expression);
        expect(read(printed).text).toBe(printed);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the canonical text of", () => {
  test.each([
    ["title", "[G]title"],
    ["[D]title contains sample shoes", '[D]title contains "sample shoes"'],
    ["[d]title CONTAINS Sample and NOT price < 10", '[D]title contains "Sample" and not ([G]price < 10)'],
    ["price < compare", '[G]price < "compare"'],
    ["price<[D]price", "[G]price < [D]price"],
    ["[D]title is not blank", "[D]title is not blank"],
    ["[D]title is blank or [D]title equals T-Shirt", '[D]title is blank or [D]title = "T-Shirt"'],
    ["[D]title is Men's Shoes", '[D]title = "Men\'s Shoes"'],
    ["[D]title is not 3M", '[D]title != "3M"'],
    ["[D]title not contains cs Sale", '[D]title not contains cs "Sale"'],
    ["[D]title in (red, dark blue, 5)", '[D]title in ("red", "dark blue", 5)'],
    ["price between 5 and 10 and title = x", '[G]price between 5 and 10 and [G]title = "x"'],
    ["[D]title not in ('a')", '[D]title not in ("a")'],
    ['"a" + 1 + title', '"a" & 1 & [G]title'],
    ["1 + 2 * 3 - -4", "1 + 2 * 3 - -4"],
    ["(1 + 2) * 3", "(1 + 2) * 3"],
    ["1 - (2 - 3)", "1 - (2 - 3)"],
    ["if(price > 5, 1, 2)", "if [G]price > 5 then 1 else 2"],
    ["case when price > 5 then title end", "if [G]price > 5 then [G]title else blank"],
    ["if price > 5 then title else 'none' ", 'if [G]price > 5 then [G]title else "none"'],
    ["upper(title) & ' – ' & [D]\"Option with spaces\"", 'upper([G]title) & " – " & [D]"Option with spaces"'],
    ["[D]metafield-care-guide", "[D]metafield-care-guide"],
    ["'it''s'", '"it\'s"'],
    ['"say ""hi"""', '"say ""hi"""'],
    ["not not title is blank", "not ([G]title is not blank)"],
    ["007", "7"],
    ["1.50", "1.5"],
    ["TITLE", "[G]title"],
    ["lookup('rates', title)", 'lookup("rates", [G]title)'],
    ["lookup('rates', title, 'note', 'none')", 'lookup("rates", [G]title, "note", "none")'],
    ["category_under(title, 166)", "category_under([G]title, 166)"],
    ["Category_Path('a > b') & category_id(title)", 'category_path("a > b") & category_id([G]title)'],
    ["rank(price, 'ASC')", 'rank([G]price, "asc")'],
    ['"Cafe\u0301"', '"Café"'],
  ])("%s is %s", (written, canonical) => {
    expect(read(written).text).toBe(canonical);
  });
});

describe("a text that is no expression says where and what", () => {
  test.each([
    ["", 1, 1, "Expected a value"],
    ["price == 5", 1, 7, "Write `=` instead of `==`."],
    ["price <> 5", 1, 7, "Write `!=` instead of `<>`."],
    ["price => 5", 1, 7, "Write `>=` instead of `=>`."],
    ["price =< 5", 1, 7, "Write `<=` instead of `=<`."],
    ["title &", 1, 8, "found the end"],
    ["title\n& nosuch", 2, 3, "no column nosuch"],
    ["[D]titel", 1, 1, "Did you mean [D]title"],
    ["[G]vendor", 1, 1, "There is no feed column vendor"],
    ["uper(title)", 1, 1, "Did you mean upper"],
    ['"abc', 1, 1, "no closing"],
    ["(title", 1, 7, "to close the parenthesis"],
    ["title # 5", 1, 7, "start with `#`"],
    ["left(title)", 1, 1, "left takes 2 arguments, but got 1"],
    ["round(title, 12)", 1, 14, "whole number from 0 to 9"],
    ['5 * "abc"', 1, 5, "which isn't a number"],
    ["upper([D]tags)", 1, 7, "list_join"],
    ["title and price > 5", 1, 1, "Compare the value with something"],
    ["not title", 1, 5, "for `not`"],
    ["[D]title matches '(?=a)'", 1, 18, "look-ahead"],
    ["[D]title matches '.{1000}z'", 1, 18, "multiply to 1000"],
    ["[D]title matches '(a{10}b{3}){20}'", 1, 18, "multiply to 200"],
    ["if title is blank then 1", 1, 25, "Expected `else`"],
    ["lookup('nosuch', title)", 1, 8, "There is no lookup table nosuch"],
    ["lookup('rates', title, 'x')", 1, 8, "it has rate, note"],
    ["title title", 1, 7, "Expected an operator or the end"],
    ["x ".repeat(3_000), 1, 3, "Expected an operator"],
    [`${"title & ".repeat(12_000)}title`, 1, undefined, "more than 2000 parts"],
    [`${"(".repeat(200)}title${")".repeat(200)}`, 1, undefined, "more than 64 levels deep"],
    [`${"not ".repeat(200)}title is blank`, 1, undefined, "more than 64 levels deep"],
    [`${"-".repeat(200)}price`, 1, undefined, "more than 64 levels deep"],
    [`${"1".repeat(25)} + 1`, 1, 1, "at most 19 digits"],
  ])("%s", (written, line, column, message) => {
    const found = readExpression(written, CONTEXT);
    if (found.ok) throw new Error(`${found.text} was taken`);
    const [first] = found.faults;
    expect(first?.message).toContain(message);
    expect(first?.line).toBe(line);
    expect(first?.column).toBe(column ?? first?.column);
  });

  test("every fault of names and types is named at once", () => {
    const found = readExpression('nosuch1 & foo(nosuch2) & ("a" * 2)', CONTEXT);
    expect(found.ok ? [] : found.faults.map(({ column }) => column)).toEqual([1, 11, 15, 27]);
  });
});
