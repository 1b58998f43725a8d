import { afterAll, describe, expect, test } from "vitest";
import { casesOfFile } from "../../../test/harness/default-fields.ts";

const file = casesOfFile();
afterAll(() => file[Symbol.asyncDispose]());

describe("names of options", () => {
  describe.each([
    ["color", ["ΧΡΩΜΑ", "颜色分类", "ｶﾗｰ"]],
    ["size", ["ΜΕΓΕΘΟΣ", "سايز", "ｻｲｽﾞ"]],
  ])("are of %s", (attribute, names) => {
    const asked = file.of(names.map((name) => ({ product: { option1_name: name }, variant: { option1_value: "Value" } })));
    test(`without accents, in half-width letters and in more words: ${names.join(", ")}`, async () => {
      expect((await asked()).map((row) => row[attribute])).toEqual(names.map(() => "Value"));
    });
  });

  describe.each([
    [
      "カラー・サイズ",
      "カラー／サイズ",
      "颜色尺码",
      "Barva a velikost",
      "Szín és méret",
      "Culoare și mărime",
      "Χρώμα και μέγεθος",
      "Màu và kích cỡ",
      "اللون والمقاس",
      "צבע ומידה",
      "색상 및 사이즈",
    ],
    ["Lichtfarbe", "Light colour", "Lichtkleur"],
  ])("of two attributes or of light: %s …", (...names) => {
    const asked = file.of(names.map((name) => ({ product: { option1_name: name }, variant: { option1_value: "Value" } })));
    test("name neither", async () => {
      expect((await asked()).map(({ color, size }) => [color, size])).toEqual(names.map(() => ["", ""]));
    });
  });
});

const lists = ["赤、青", "红，蓝；绿", "أحمر، أزرق", "赤"];
const listed = file.of(lists.map((list) => ({ product: { metafields: { "metafield-color": list, "metafield-size": list } } })));

test("lists may have the commas of Asian and Arabic scripts", async () => {
  const fields = await listed();
  expect(fields.map(({ color, size }) => [color, size])).toEqual([
    ["赤/青", ""],
    ["红/蓝/绿", ""],
    ["أحمر/أزرق", ""],
    ["赤", "赤"],
  ]);
});

describe("the channel's words", () => {
  describe.each([
    [
      "gender",
      ["ΑΝΔΡΙΚΑ", "ΆΝΔΡΑΣ", "男性用", "メンズ／レディース", "Férfi és női", "نسائية", "Für Hunde"],
      ["male", "male", "male", "unisex", "unisex", "female", ""],
    ],
    ["age_group", ["ΕΝΗΛΙΚΕΣ", "ΠΑΙΔΙΚΑ", "子供用", "Dojčatá"], ["adult", "kids", "kids", "infant"]],
    ["condition", ["ΝΕΟ", "Wie neu", "comme neuf"], ["new", "used", "used"]],
  ])("for %s", (attribute, values, expected) => {
    const asked = file.of(values.map((value) => ({ product: { metafields: { [`metafield-${attribute}`]: value } } })));
    test(`are found: ${values.join(", ")}`, async () => {
      expect((await asked()).map((fields) => fields[attribute])).toEqual(expected);
    });
  });
});
