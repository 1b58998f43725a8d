import { expect, test } from "vitest";
import { table } from "./text-table.ts";

const HEADINGS = ["Code", "Rows", "Message"];
const ROWS = [
  ["missing_gtin", "12", "A new product has neither a GTIN nor a part number."],
  ["link_too_long", "3", "https://shop.example/a"],
];

test("a table's lines are as long as its cells where there is no terminal", () => {
  expect(table(HEADINGS, ROWS)).toBe(
    [
      "Code           Rows  Message",
      "missing_gtin   12    A new product has neither a GTIN nor a part number.",
      "link_too_long  3     https://shop.example/a",
      "",
    ].join("\n"),
  );
});

test("a table fits a terminal's width: its widest cells go on below", () => {
  expect(table(HEADINGS, ROWS, 46)).toBe(
    [
      "Code           Rows  Message",
      "missing_gtin   12    A new product has neither",
      "                     a GTIN nor a part number.",
      "link_too_long  3     https://shop.example/a",
      "",
    ].join("\n"),
  );
});

test("a table that can't fit without cutting words stays as it is", () => {
  expect(table(HEADINGS, ROWS, 42)).toBe(table(HEADINGS, ROWS));
});
