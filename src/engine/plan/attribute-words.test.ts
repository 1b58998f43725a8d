import { describe, expect, test } from "vitest";
import { columnOf, fieldsOf } from "../../../test/harness/default-fields.ts";

describe("names of options", () => {
  test.each([
    ["color", ["ΧΡΩΜΑ", "颜色分类", "ｶﾗｰ"]],
    ["size", ["ΜΕΓΕΘΟΣ", "سايز", "ｻｲｽﾞ"]],
  ])("are of %s without accents, in half-width letters and in more words: %j", async (attribute, names) => {
    const fields = await fieldsOf(names.map((name) => ({ product: { option1_name: name }, variant: { option1_value: "Value" } })));
    expect(fields.map((row) => row[attribute])).toEqual(names.map(() => "Value"));
  });

  test.each([
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
  ])("of two attributes or of light are of none: %s …", async (...names) => {
    const fields = await fieldsOf(names.map((name) => ({ product: { option1_name: name }, variant: { option1_value: "Value" } })));
    expect(fields.map(({ color, size }) => [color, size])).toEqual(names.map(() => ["", ""]));
  });
});

test("lists may have the commas of Asian and Arabic scripts", async () => {
  const lists = ["赤、青", "红，蓝；绿", "أحمر، أزرق", "赤"];
  const fields = await fieldsOf(lists.map((list) => ({ product: { metafields: { "metafield-color": list, "metafield-size": list } } })));
  expect(fields.map(({ color, size }) => [color, size])).toEqual([
    ["赤/青", ""],
    ["红/蓝/绿", ""],
    ["أحمر/أزرق", ""],
    ["赤", "赤"],
  ]);
});

describe("the channel's words", () => {
  test.each([
    [
      "gender",
      ["ΑΝΔΡΙΚΑ", "ΆΝΔΡΑΣ", "男性用", "メンズ／レディース", "Férfi és női", "نسائية", "Für Hunde"],
      ["male", "male", "male", "unisex", "unisex", "female", ""],
    ],
    ["age_group", ["ΕΝΗΛΙΚΕΣ", "ΠΑΙΔΙΚΑ", "子供用", "Dojčatá"], ["adult", "kids", "kids", "infant"]],
    ["condition", ["ΝΕΟ", "Wie neu", "comme neuf"], ["new", "used", "used"]],
  ])("for %s: %j", async (attribute, values, expected) => {
    const column = `metafield-${attribute}`;
    const cases = values.map((value) => ({ product: { metafields: { [column]: value } } }));
    expect(await columnOf(attribute, cases)).toEqual(expected);
  });
});
