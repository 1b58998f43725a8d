import { expect, test } from "vitest";
import { storedContext } from "../plan/stored-context.ts";
import { RuleInvalid } from "./rule-fault.ts";
import { readRule } from "./rule-reader.ts";

/** Dates and numbers that are written in rules but can't be read as one (they would set no limit, or be compared as text), and reversed bounds. */

const STRICT = { ...storedContext([]), lenient: false, tables: null };

function messageOf(condition: unknown, context = STRICT): string | null {
  try {
    readRule(1, { type: "exclude", condition }, context);
    return null;
  } catch (error) {
    if (error instanceof RuleInvalid) return error.faults.map(({ message }) => message).join(" ");
    throw error;
  }
}

test.each([
  ['in_window([D]created_at, "2026-02-30", blank)', "from of in_window: There is no date 2026-02-30."],
  ['in_window(now_at_run(), blank, "2026-13-01")', "to of in_window: There is no date 2026-13-01."],
  ['date_diff("2026-04-31", now_at_run(), "day") > 3', "from of date_diff: There is no date 2026-04-31."],
  ['[D]created_at > "2026-02-29"', "There is no date 2026-02-29."],
  ["[D]created_at <= 2026-11-00", "There is no date 2026-11-00."],
  ['[D]created_at = "1900-02-29"', "There is no date 1900-02-29."],
  ['[D]created_at between 2026-11-01 and "2026-11-31T10:00"', "There is no date 2026-11-31T10:00."],
  ['[D]created_at > "2026-11-30T25:00"', "There is no time 2026-11-30T25:00."],
  ['[D]created_at > "2026-11-30 noon"', "2026-11-30 noon isn't an ISO date such as 2026-11-30 or 2026-11-30T18:00Z."],
  ['[D]price > "19,99"', "19,99 isn't a number. Write digits with a point before the decimals, such as 12 or 1.5."],
  ["[D]price >= 1e3", "1e3 isn't a number. Write digits with a point before the decimals, such as 12 or 1.5."],
  ['number([D]sku) < "€ 5"', expect.stringContaining("€ 5 isn't a number.")],
  ['[D]weight not between 1 and "2 kg"', expect.stringContaining("2 kg isn't a number.")],
  ['[G]price = "1.234,50 EUR"', expect.stringContaining("1.234,50 EUR isn't a number.")],
  [{ all: [{ side: "D", column: "price", operator: "<", value: "5,0" }] }, expect.stringContaining("5,0 isn't a number.")],
  [{ all: [{ side: "D", column: "created_at", operator: ">=", value: "2026-02-30" }] }, "There is no date 2026-02-30."],
  [
    { any: [{ side: "D", column: "created_at", operator: "not between", value: ["2026-02-01", "2026-06-31"] }] },
    "There is no date 2026-06-31.",
  ],
  ["[D]price between 50 and 10", "50 is greater than 10, so nothing is between them. Write the smaller one first."],
  ['[D]price not between "50.00 EUR" and "9 EUR"', expect.stringMatching(/^50\.00 EUR is greater than 9 EUR/u)],
  ["[G]sale_price between 10 and -2.5", expect.stringMatching(/^10 is greater than -2\.5/u)],
  ["[D]sku between 50 and 10", expect.stringMatching(/^50 is greater than 10/u)],
  ["word_count([D]title) between 9 and 8", expect.stringMatching(/^9 is greater than 8/u)],
  [
    "[D]created_at between 2026-12-01 and 2026-11-30",
    "2026-12-01 is later than 2026-11-30, so nothing is between them. Write the earlier one first.",
  ],
  ['[D]created_at between "2026-11-30T23:30-01:00" and "2026-12-01"', expect.stringMatching(/^2026-11-30T23:30-01:00 is later/u)],
  ['date([D]sku) between date("2026-12-01") and date("2026-11-01")', expect.stringMatching(/^2026-12-01 is later/u)],
  ['[D]sku between "2026-12-01" and "2026-11-30"', expect.stringMatching(/^2026-12-01 is later/u)],
  ['in_window([D]created_at, "2026-12-01", "2026-11-01")', expect.stringMatching(/^in_window: 2026-12-01 is later than 2026-11-01/u)],
  [{ all: [{ side: "D", column: "price", operator: "between", value: [50, 10] }] }, expect.stringMatching(/^50 is greater than 10/u)],
  [{ all: [{ side: "D", column: "price", operator: "not between", value: ["50", "9"] }] }, expect.stringMatching(/^50 is greater/u)],
  [
    { none: [{ side: "D", column: "created_at", operator: "between", value: ["2026-12-01", "2026-11-01"] }] },
    expect.stringMatching(/later/u),
  ],
])("%j is refused", (condition, message) => {
  expect(messageOf(condition)).toEqual(message);
});

test.each([
  'in_window([D]created_at, "2024-02-29", " 2026-12-31T23:59:59.5+01:00 ")',
  '[D]created_at >= "2000-02-29T10:00Z"',
  '[D]created_at starts with "2026-02-3"',
  '[D]created_at = ""',
  '[D]created_at in ("2026-02-30")',
  '[D]title = "2026-02-30"',
  'date("2026-02-30") is blank',
  '[D]price > "19.99 EUR"',
  '[D]price != "N/A"',
  '[D]price >= ""',
  '[D]price starts with "19,"',
  '[D]title > "2 kg"',
  "[D]price > compare_at_price",
  { all: [{ side: "D", column: "created_at", operator: "contains", value: "2026-02-30" }] },
  "[D]price between 10 and 10",
  "[D]price between -50 and -10",
  "[D]price between 9 and 10",
  '[D]price between "50 EUR" and "10 USD"',
  "[D]price between compare_at_price and 10",
  '[D]sku between "9" and "10"',
  '[D]sku between "b" and "a"',
  '[D]sku between "2026-11-30T23:30-01:00" and "2026-12-01"',
  '[D]created_at between "2026-12-01T00:30+01:00" and "2026-11-30T23:30Z"',
  '[D]created_at between "0099-12-31" and "0100-01-01"',
  'in_window([D]created_at, "2026-12-01", blank)',
  'in_window([D]created_at, [D]updated_at, "2026-11-01")',
  { all: [{ side: "D", column: "price", operator: "between", value: [9, "10"] }] },
])("%j is taken", (condition) => {
  expect(messageOf(condition)).toBeNull();
});

test.each([
  'in_window([D]created_at, "2026-02-30", blank)',
  '[D]price > "19,99"',
  "[D]price between 50 and 10",
  'in_window([D]created_at, "2026-12-01", "2026-11-01")',
  { all: [{ side: "D", column: "price", operator: "between", value: [50, 10] }] },
])("%j is read where it's stored", (condition) => {
  expect(messageOf(condition, { ...storedContext([]), tables: null, lenient: true })).toBeNull();
});
