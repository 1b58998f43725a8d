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

const decomposed = file.of(
  ["Größe", "Mărime", "Størrelse/Str."].map((name) => ({
    product: { option1_name: name.normalize("NFD") },
    variant: { option1_value: "M" },
  })),
);
test("an option's name may be decomposed", async () => {
  expect((await decomposed()).map(({ size }) => size)).toEqual(["M", "M", "M"]);
});

const charts = ["Size chart", "Size Guide", "Guide des tailles", "Tabla de tallas", "Größentabelle", "サイズ表"];
const charted = file.of(charts.map((name) => ({ product: { option1_name: name }, variant: { option1_value: "See picture" } })));
test(`a chart of sizes has no size: ${charts.join(", ")}`, async () => {
  expect((await charted()).map(({ size }) => size)).toEqual(charts.map(() => ""));
});

describe("an option that lists sizes", () => {
  const values = ["S, M, L", "36;37;38", "small, medium", "xs,2xl", "10,5", "One size, adjustable", "US 8, EU 39", "S/M"];
  const product = { option1_name: "Size" };
  const alone = file.of(values.map((value) => ({ product, variant: { option1_value: value } })));
  test("says nothing of a product's only variant", async () => {
    expect((await alone()).map(({ size }) => size)).toEqual(["", "", "", "", "10,5", "One size, adjustable", "US 8, EU 39", "S/M"]);
  });

  const several = file.of([{ product, variants: [{ option1_value: "S, M" }, { option1_value: "L, XL" }] }]);
  test("is a size of one of several", async () => {
    expect((await several()).map(({ size }) => size)).toEqual(["S, M", "L, XL"]);
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

describe("the condition of goods", () => {
  const names = ["Condition", "Zustand", "ÉTAT", "Stato", "Estado del producto", "コンディション", "Skin condition"];
  const named = file.of(names.map((name) => ({ product: { option2_name: name }, variant: { option2_value: "Used" } })));
  test(`is the option's, if its whole name says so: ${names.join(", ")}`, async () => {
    expect((await named()).map(({ condition }) => condition)).toEqual(["used", "used", "used", "used", "used", "used", "new"]);
  });

  const values = ["Gebraucht", "D'occasion", "Reacondicionado", "New", "B-Ware", ""];
  const worded = file.of(values.map((value) => ({ product: { option1_name: "Condition" }, variant: { option1_value: value } })));
  test("is in the channel's words: blank for an unknown word, and new without any", async () => {
    expect((await worded()).map(({ condition }) => condition)).toEqual(["used", "used", "refurbished", "new", "", "new"]);
  });

  const said = [
    { option: "Gebraucht", product: "New", variant: "" },
    { option: "Gebraucht", product: "New", variant: "Refurbished" },
    { option: "", product: "Refurbished", variant: "" },
    { option: "B-Ware", product: "Used", variant: "" },
    { option: "B-Ware", product: "", variant: "" },
  ];
  const specific = file.of(
    said.map(({ option, product, variant }) => ({
      product: { option1_name: "Zustand", option1_metafield: "custom.grade", metafields: { "metafield-condition": product } },
      variant: { option1_value: option, metafields: { "variant-metafield-condition": variant } },
    })),
  );
  test("is the variant's metafield's before its option's, and its option's before the product's metafield's, unless channels don't know the word", async () => {
    expect((await specific()).map(({ condition }) => condition)).toEqual(["used", "refurbished", "refurbished", "used", ""]);
  });
});
