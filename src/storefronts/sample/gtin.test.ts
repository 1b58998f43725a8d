import { describe, expect, test } from "vitest";
import { checkDigit, exampleGtin, withWrongCheckDigit } from "./gtin.ts";

describe("check digits", () => {
  // Worked examples of GS1's check digit calculator: GTIN-13, GTIN-12, GTIN-8.
  test.each([["629104150021", 3], ["03600029145", 2], ["9638507", 4]])("of %s is %i", (digits, expected) => {
    expect(checkDigit(digits)).toBe(expected);
  }); // prettier-ignore

  test("an example number is thirteen digits of GS1's prefix for examples, and closes with its check digit", () => {
    const gtin = exampleGtin(12_345);
    expect(gtin).toMatch(/^952000012345\d$/);
    expect(checkDigit(gtin.slice(0, -1))).toBe(Number(gtin.at(-1)));
  });

  test("a wrong number is wrong in its check digit alone", () => {
    const gtin = exampleGtin(7);
    const wrong = withWrongCheckDigit(gtin);
    expect(wrong.slice(0, -1)).toBe(gtin.slice(0, -1));
    expect(wrong.at(-1)).not.toBe(gtin.at(-1));
  });
});
