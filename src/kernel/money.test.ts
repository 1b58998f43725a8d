import { expect, test } from "vitest";
import { amountText, isZeroIn } from "./money.ts";

test.each([
  ["EUR", "39.6", "39.60"],
  ["EUR", "12", "12.00"],
  ["EUR", "0.0", "0.00"],
  ["EUR", "1234567890123.0", "1234567890123.00"],
  ["EUR", "0.004", "0.00"],
  ["EUR", "0.045", "0.05"],
  ["EUR", "9.995", "10.00"],
  ["JPY", "11709.0", "11709"],
  ["JPY", "1980.00", "1980"],
  ["JPY", "99.5", "100"],
  ["KWD", "3.5", "3.500"],
  ["CLF", "1", "1.0000"],
])("an amount has the decimals of its currency: %s %s is %s", (currency, amount, written) => {
  expect(amountText(amount, currency)).toBe(written);
});

test.each(["", "no amount", "1,5", "-1.00", "1e3", ".", "9".repeat(19)])("%o is no amount", (text) => {
  expect(amountText(text, "EUR")).toBeNull();
});

test.each([
  ["USD", "0", true],
  ["USD", "0.004", true],
  ["USD", "0.005", false],
  ["JPY", "0.40", true],
  ["JPY", "0.5", false],
  ["KWD", "0.0004", true],
  ["KWD", "0.004", false],
  ["USD", "-0", true],
  ["USD", "-0.001", false],
])("whether an amount is zero with the decimals of its currency: %s %s is %s", (currency, amount, isZero) => {
  expect(isZeroIn(amount, currency)).toBe(isZero);
});
