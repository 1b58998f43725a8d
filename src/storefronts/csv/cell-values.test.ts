import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs, SLOW_MACHINE } from "../../../test/harness/slow-machine.ts";
import {
  booleanOf,
  codeOf,
  decimalOf,
  handleOf,
  imageAddressesOf,
  isTracker,
  listOf,
  partNumberOf,
  policyOf,
  positionOf,
  quantityOf,
  statusOf,
  trimmed,
  weightOf,
} from "./cell-values.ts";
import { CELL_BYTES_MAX, CELL_IMAGES_MAX } from "./csv-limits.ts";

describe("numbers", () => {
  test.each([
    ["12.90", "12.90"],
    [" 12 ", "12"],
    ["-5.00", "-5.00"],
    [".99", "0.99"],
    ["1.234", "1.234"],
    ["12,90", "12.90"],
    ["12,9", "12.9"],
    ["0,999", "0.999"],
    ["1234,567", "1234.567"],
    ["1.234,50", "1234.50"],
    ["1,234.50", "1234.50"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1.234.567,8", "1234567.8"],
    ["1 234,50", "1234.50"],
    ["1\u202F234,50", "1234.50"],
    ["1'234.50", "1234.50"],
  ])("%s is %s", (cell, expected) => {
    expect(decimalOf(cell)).toBe(expected);
  });

  test.each([
    "1,234",
    "12.90 €",
    "$5",
    "1e5",
    "0x10",
    "NaN",
    "Infinity",
    "1_000",
    "12.",
    ".",
    "-",
    "1,23,45",
    "1.234,5.6",
    "1,2,3",
    "1234567890123456",
    "٣",
  ])("%s is no number, or could be two", (cell) => {
    expect(decimalOf(cell)).toBeNull();
  });

  test("what is written with a point is kept digit by digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.stringMatching(/^[0-9]{1,15}$/), (whole, decimals) => {
        expect(decimalOf(`${whole}.${decimals}`)).toBe(`${whole}.${decimals}`);
      }),
    );
  });

  test.each([
    ["10", "10"],
    ["-3", "-3"],
    ["10.0", "10"],
    ["10,00", "10"],
    ["1,000", "1000"],
    ["1.000", "1000"],
    ["-1 234", "-1234"],
    ["1,234.00", "1234"],
    ["0.000", "0"],
    ["1.5", null],
    ["many", null],
  ])("a quantity of %s is %s", (cell, expected) => {
    expect(quantityOf(cell)).toBe(expected);
  });
});

describe("weights in the unit the shop shows", () => {
  test.each([
    ["1500", "kg", { value: "1.5", unit: "kg" }],
    ["1500.0", "g", { value: "1500", unit: "g" }],
    ["0.1", "kg", { value: "0.0001", unit: "kg" }],
    ["453.59237", "lb", { value: "1", unit: "lb" }],
    ["226.796185", "LB", { value: "0.5", unit: "lb" }],
    ["28.349523125", "oz", { value: "1", unit: "oz" }],
    ["100", "oz", { value: "3.5274", unit: "oz" }],
    ["250", "", { value: "250", unit: "g" }],
    ["0.0", "kg", null],
    ["0", "lb", null],
  ])("%s grams in %s", (grams, unit, expected) => {
    expect(weightOf(grams, unit)).toEqual(expected);
  });

  test("kilograms are exact for every milligram", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (milligrams) => {
        const text = String(milligrams).padStart(4, "0");
        const weight = weightOf(`${text.slice(0, -3)}.${text.slice(-3)}`, "kg");
        const [whole = "", decimals = ""] = (weight?.value ?? "").split(".");
        expect(BigInt(whole + decimals.padEnd(6, "0"))).toBe(BigInt(milligrams));
      }),
    );
  });
});

describe("words", () => {
  test.each([
    ["TRUE", "true"],
    ["False", "false"],
    [" vrai ", "true"],
    ["FALSCH", "false"],
    ["não", "false"],
    ["YANLIŞ", "false"],
    ["SANN", "true"],
    ["USANN", "false"],
    ["PRAVDA", "true"],
    ["HAMIS", "false"],
    ["ЛОЖЬ", "false"],
    ["ΨΕΥΔΗΣ", "false"],
    ["", null],
    ["maybe", null],
  ])("%j means %s", (cell, expected) => {
    expect(booleanOf(cell)).toBe(expected);
  });

  test.each([
    ["ETKİN", "active"],
    ["ARŞİVLENDİ", "archived"],
    ["Liste dışı", "unlisted"],
    ["Brouillon", "draft"],
    ["sold", null],
  ])("the status %s is %s", (cell, expected) => {
    expect(statusOf(cell)).toBe(expected);
  });

  test.each([
    ["DENY", "deny"],
    ["Continue", "continue"],
    ["TRUE", "continue"],
    ["false", "deny"],
    ["stop", null],
  ])("the policy %s is %s", (cell, expected) => {
    expect(policyOf(cell)).toBe(expected);
  });

  test("a code loses the one apostrophe that keeps its zeros, and nothing else", () => {
    expect(["'0012", " '0012 ", "''7", "00'12", "'", ""].map(codeOf)).toEqual(["0012", "0012", "'7", "00'12", null, null]);
  });

  test("a part number is also read from a spreadsheet's formula", () => {
    expect([`="0012"`, "'0012", "=A1", `=""`].map(partNumberOf)).toEqual(["0012", "0012", "=A1", null]);
  });

  test("a text in which nothing can be seen is blank", () => {
    expect([" \u200B\u2060 ", "\u00AD", "\u3164", " a\u200B "].map(trimmed)).toEqual([null, null, null, "a\u200B"]);
  });

  test("a list is split at commas, trimmed, without blanks", () => {
    expect(listOf(" red, dark blue ,,\u200B,\u00A0green")).toEqual(["red", "dark blue", "green"]);
    expect(listOf("")).toEqual([]);
  });

  test("positions are whole numbers from 1", () => {
    expect(["1", " 12 ", "0", "-1", "1.5", "", "9999999999"].map(positionOf)).toEqual([1, 12, null, null, null, null, null]);
  });

  test("a handle is made of the title's letters and digits, of any script", () => {
    expect(["Blue T-Shirt (XL) 100% ", "Crème Brûlée", "قميص أزرق", "★ ★"].map(handleOf)).toEqual([
      "blue-t-shirt-xl-100",
      "creme-brulee",
      "قميص-ازرق",
      null,
    ]);
  });
});

describe("image addresses", () => {
  test.each([
    [" https://cdn.example/a.png?v=1 ", "https://cdn.example/a.png?v=1"],
    ["HTTP://cdn.example/a.png", "HTTP://cdn.example/a.png"],
    ["//cdn.shopify.com/s/files/1/a b.png", "https://cdn.shopify.com/s/files/1/a%20b.png"],
    ['https://cdn.example/a%20b/5" <1>\u00A0{x|y}.png?v=1#z', "https://cdn.example/a%20b/5%22%20%3C1%3E%C2%A0%7Bx%7Cy%7D.png?v=1#z"],
    ["cdn.example.com/a.png", "https://cdn.example.com/a.png"],
    ["bücher.example:8443/ä.png", "https://bücher.example:8443/ä.png"],
  ])("%s is %s", (cell, expected) => {
    expect(imageAddressesOf(cell)).toEqual([expected]);
  });

  test.each([
    "https://a.example/1.jpg,https://a.example/2.jpg",
    " https://a.example/1.jpg | //a.example/2.jpg |",
    "https://a.example/1.jpg;\nhttps://a.example/2.jpg",
    "//a.example/1.jpg https://a.example/2.jpg",
    ", https://a.example/1.jpg, https://a.example/2.jpg",
  ])("%j is two", (cell) => {
    expect(imageAddressesOf(cell)).toEqual(["https://a.example/1.jpg", "https://a.example/2.jpg"]);
  });

  test("an address with a comma or another address in it is one", () => {
    const one = "https://a.example/w_1,h_2/https://b.example/1.jpg";
    expect(imageAddressesOf(one)).toEqual([one]);
  });

  test("no cell has more images than a product may have", () => {
    const cellOf = (images: number) => Array.from({ length: images }, (_, at) => `https://a.example/${at}.jpg`).join(",");
    expect(imageAddressesOf(cellOf(CELL_IMAGES_MAX))).toHaveLength(CELL_IMAGES_MAX);
    expect(imageAddressesOf(cellOf(CELL_IMAGES_MAX + 1))).toBeNull();
  });

  test.each([",", " ", ",/", ", //", "a", "a."])("the longest cell of %j takes no time that anyone notices", async (of) => {
    const cell = `${of.repeat(CELL_BYTES_MAX / of.length - 1)}x`;
    expect(await cpuMs(() => imageAddressesOf(cell))).toBeLessThan(250 * SLOW_MACHINE);
  });

  test.each([
    "a.png",
    "/images/a.png",
    "images/a.png",
    "C:\\pictures\\a.png",
    "data:image/png;base64,AAAA",
    "file:///a.png",
    "https://",
    "https:///a.png",
    "#REF!",
    "no picture",
  ])("%s is none", (cell) => {
    expect(imageAddressesOf(cell)).toBeNull();
  });
});

test.each(["", " ", "N/A", "none", "-", "FALSE", "no"])("a tracker %j counts no stock", (cell) => {
  expect(isTracker(cell)).toBe(false);
});

test.each(["shopify", "TRUE", "my warehouse"])("a tracker %j counts stock", (cell) => {
  expect(isTracker(cell)).toBe(true);
});
