import { describe, expect, test } from "vitest";
import { type Case, columnOf, fieldsOf, settings } from "../../../test/harness/default-fields.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { feedDefinition, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";

const EAN = "4006381333931";

describe("identifiers", () => {
  const barcodes: readonly (readonly [barcode: string, gtin: string])[] = [
    [EAN, EAN],
    ["96385074", "96385074"],
    ["012345678905", "012345678905"],
    ["14006381333938", "14006381333938"],
    // What is certain is repaired.
    [`="${EAN}"`, EAN],
    ["4006381-333931", EAN],
    ["0 12345 67890 5", "012345678905"],
    [`${EAN}.0`, EAN],
    [`'${EAN}`, EAN],
    [`\u200B${EAN} `, EAN],
    ["978-1-4493-7332-0", "9781449373320"],
    ["４００６３８１３３３９３１", EAN],
    ["٤٠٠٦٣٨١٣٣٣٩٣١", EAN],
    [`EAN: ${EAN}`, EAN],
    [`GTIN-13 ${EAN};`, EAN],
    ["ISBN 978-1-4493-7332-0", "9781449373320"],
    [`"=""${EAN}"""`, EAN],
    // What is lost stays lost.
    ["8.72089E+12", ""],
    ["12345678905", ""],
    ["0306406152", ""],
    ["N/A", ""],
    ["XLBP-00019", ""],
    [`SKU ${EAN}`, ""],
    ["4006381333932", ""],
    [`${EAN}, ${EAN}`, ""],
    // Numbers that GS1 gives to no product.
    ["0000000000000", ""],
    ["2000000000008", ""],
    ["9999999999994", ""],
  ];
  const cases: readonly Case[] = barcodes.map(([barcode]) => ({ variant: { barcode } }));

  test("a barcode becomes a GTIN where it is a valid one or can be repaired with certainty, and identifier_exists follows", async () => {
    const fields = await fieldsOf(cases);
    expect(fields.map(({ gtin }, at) => [barcodes[at]?.[0], gtin])).toEqual(barcodes);
    expect(fields.map((row) => row["identifier_exists"])).toEqual(barcodes.map(([, gtin]) => (gtin === "" ? "no" : "yes")));
  });

  test("the setting `barcodes` passes every barcode through untouched", async () => {
    const written = barcodes.map(([barcode]) => barcode.trim().replace(/^\u200B/u, "\u200B"));
    expect(await columnOf("gtin", cases, settings({ gtin_source: "barcodes" }))).toEqual(written);
  });

  test("a GTIN that is mapped is written as the mapping says, valid or not", async () => {
    const fields = await fieldsOf([{ variant: { barcode: "N/A", sku: "X1" } }], { mappings: { gtin: "sku" } });
    expect(fields[0]).toMatchObject({ gtin: "X1", identifier_exists: "yes" });
  });

  test("a brand or part number that only says there is none identifies nothing", async () => {
    const sold = [["Acme", "N/A"], ["No Brand", "S1"], ["Acme", " - "], ["Acme", "S2"]]; // prettier-ignore
    const fields = await fieldsOf(sold.map(([vendor = "", sku = ""]) => ({ product: { vendor }, variant: { sku } })));
    expect(fields.map(({ mpn, identifier_exists: exists }) => [mpn, exists])).toEqual([["", "no"], ["S1", "no"], ["", "no"], ["S2", "yes"]]); // prettier-ignore
  });

  test("the part number of the Google columns is the MPN before the SKU, and a custom product has no identifier but that one", async () => {
    const brand = { vendor: "Acme" };
    const fields = await fieldsOf([
      { product: brand, variant: { sku: "S1", metafields: { "variant-metafield-mpn": "M1" } } },
      { product: { ...brand, metafields: { "metafield-mm-google-shopping-mpn": "M2" } }, variant: { sku: "S2" } },
      { product: brand, variant: { sku: "S3" } },
      { product: { ...brand, metafields: { "metafield-custom_product": "TRUE" } }, variant: { sku: "S4", barcode: EAN } },
      { product: { ...brand, metafields: { "metafield-custom_product": "FALSE" } }, variant: { sku: "S5" } },
      { product: { ...brand, metafields: { "metafield-custom_product": " Wahr" } }, variant: { sku: "S6", barcode: EAN } },
      { product: { ...brand, metafields: { "metafield-custom_product": "VERDADERO" } }, variant: { sku: "S7", barcode: EAN } },
      {
        product: { ...brand, metafields: { "metafield-custom_product": "TRUE", "metafield-mm-google-shopping-mpn": "M8" } },
        variant: { sku: "S8" },
      },
    ]);
    expect(fields.map(({ mpn, gtin, identifier_exists: exists }) => [mpn, gtin, exists])).toEqual([
      ["M1", "", "yes"],
      ["M2", "", "yes"],
      ["S3", "", "yes"],
      ["", "", "no"],
      ["S5", "", "yes"],
      ["", "", "no"],
      ["", "", "no"],
      ["M8", "", "no"],
    ]);
  });
});

describe("options", () => {
  test.each([
    [
      "size",
      [
        "Choose Ring Size",
        "Meses",
        "Ramstorlek",
        "Schuhgröße",
        "Shoe size (EU):",
        "TAILLE",
        "Skostørrelse",
        "размер обуви",
        "靴サイズ",
        "Dimensione",
        "Waist",
      ],
    ],
    [
      "color",
      [
        "Frame Colour",
        "Rahmenfarbe",
        "Cor:",
        "Fabric colour",
        "Χρώμα",
        "ΧΡΏΜΑ ΚΟΡΔΟΝΙΩΝ",
        "表示色",
        "Ramfarg",
        "لون",
        "Kleurstelling",
        "Shade",
      ],
    ],
    ["material", ["Material", "Obermaterial", "Tecido", "面料"]],
    [
      "",
      [
        "Style",
        "Colour / Size",
        "Größe & Farbe",
        "Size - Colour",
        "Farbe x Größe",
        "Sizzle",
        "Warranty months",
        "Waist to floor",
        "Accorder",
        "",
      ],
    ],
    ["", ["Color Temperature", "Light colour temp. (K)", "Température de couleur", "Size / Temperature", "Age", "Edad", "Alter"]],
  ])("an option is %j by a word of its name: %j", async (attribute, names) => {
    const fields = await fieldsOf(names.map((name) => ({ product: { option2_name: name }, variant: { option2_value: "Value" } })));
    const found = fields.map(({ color, size, material }) =>
      Object.entries({ color, size, material }).flatMap(([name, value]) => (value === "Value" ? [name] : [])),
    );
    expect(found).toEqual(names.map(() => (attribute === "" ? [] : [attribute])));
  });

  test("a pattern is an option's value too where the feed has the column, and takes no option from another attribute", async () => {
    const metafields = { "metafield-pattern": "Striped" };
    const options = (name: string) => ({ product: { option1_name: name, metafields }, variant: { option1_value: "Dots" } });
    const cases = [options("Muster"), options("Colour / Pattern"), options("Fit")];
    const fields = await fieldsOf(cases, { extraColumns: ["pattern"] });
    expect(fields.map(({ color, pattern }) => [color, pattern])).toEqual([
      ["", "Dots"],
      ["Dots", "Striped"],
      ["", "Striped"],
    ]);
    expect((await fieldsOf(cases)).map((row) => row["pattern"])).toEqual([undefined, undefined, undefined]);
  });

  test("category metafields of shoes, accessories and furniture are sizes and materials", async () => {
    const [fields] = await fieldsOf([
      { product: { metafields: { "metafield-shoe-size": "42", "metafield-furniture-fixture-material": "Oak, Steel" } } },
    ]);
    expect(fields).toMatchObject({ size: "42", material: "Oak/Steel" });
  });

  test("an option that is linked to a metafield gives the row's own value, whatever it is called, and not the metafield's list", async () => {
    const metafields = { "metafield-color-pattern": "Red; Blue; Green", "metafield-size": "S; M" };
    const fields = await fieldsOf([
      { product: { option1_name: "Finish", option1_metafield: "shopify.color-pattern", metafields }, variant: { option1_value: "Blue" } },
      { product: { option2_name: "Fit", option2_metafield: "shopify.shoe-size", metafields }, variant: { option2_value: "42" } },
      { product: { option1_name: "Colour", option1_metafield: "custom.finish" }, variant: { option1_value: "Oak" } },
    ]);
    expect(fields.map(({ color, size }) => [color, size])).toEqual([
      ["Blue", ""],
      ["Red/Blue/Green", "42"],
      ["Oak", ""],
    ]);
  });

  test("of two options that are colours the first is the row's colour", async () => {
    const product = { option1_name: "Frame colour", option2_name: "Lens colour" };
    expect(await columnOf("color", [{ product, variant: { option1_value: "Black", option2_value: "Blue" } }])).toEqual(["Black"]);
  });

  test("a cell that renames an option decides what it is, and one that corrects a barcode what the GTIN is", async () => {
    await using duckdb = await testDuckdb();
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1", option1_name: "Colour" })],
      variants: [rawVariant(1, { product_key: "p", id: "11", option1_value: "M", barcode: "N/A" })],
    });
    const cells = { "11": { option1_name: "Size", barcode: `="${EAN}"` } };
    const [row] = (await runFeed(duckdb, { snapshot, definition: feedDefinition(), cells })).rows;
    expect(row?.fields).toMatchObject({ color: "", size: "M", gtin: EAN });
  });
});

describe("lists of metafields", () => {
  test("colours and materials are joined by slashes, at most three; a size is one value or blank", async () => {
    const json = ['["Red","Blue"]', '["Red, dark", "Blue", "Green", "Gold"]', '["M"]', "[Red]", "[]"];
    const slashes = ["Red / Blue / Green / Black", "Red/Blue; Green/Black"];
    const plain = ["Red, Blue", "Red; Blue; Green; Gold", "Red,Red", "Red", "Black/White", "10,5", "36, 37, 38", "36,37,38", "M;", ""];
    const lists = [...plain, ...json, ...slashes];
    const fields = await fieldsOf(
      lists.map((list) => ({ product: { metafields: { "metafield-color": list, "metafield-size": list, "metafield-material": list } } })),
    );
    expect(fields.map(({ color, size }) => [color, size])).toEqual([
      ["Red/Blue", ""],
      ["Red/Blue/Green", ""],
      ["Red", "Red"],
      ["Red", "Red"],
      ["Black/White", "Black/White"],
      ["10,5", "10,5"],
      ["36/37/38", ""],
      ["36/37/38", ""],
      ["M", "M"],
      ["", ""],
      ["Red/Blue", ""],
      ["Red/dark/Blue", ""],
      ["M", "M"],
      ["[Red]", "[Red]"],
      ["", ""],
      ["Red/Blue/Green", "Red / Blue / Green / Black"],
      ["Red/Blue/Green", ""],
    ]);
    expect(fields.map(({ material }) => material)).toEqual(fields.map(({ color }) => color));
  });
});

describe("the channel's words", () => {
  test.each([
    [
      "gender",
      [
        ["femenino", "female"],
        ["unissex", "unisex"],
        ["Men’s", "male"],
        ["Für Damen", "female"],
        ["Women & Men", "unisex"],
        ["Damen, Frauen", "female"],
        ["Hombre/Mujer", "unisex"],
        ["レディース", "female"],
        ["女装", "female"],
        ["남녀", "unisex"],
        ["Féminine", "female"],
        ["Herrar", "male"],
        ["dogs", ""],
        ["women, dogs", ""],
        ["Unisex Adult", "unisex"],
        ["Adult Male", "male"],
        ["Youth-Girls", "female"],
        ["Mens Womens", "unisex"],
        ["Adult Men / Adult Women", "unisex"],
        ["Unisex Mens", ""],
        ["Adult M", ""],
        ["Adult", ""],
        ["Men dogs", ""],
        [" ", ""],
      ],
    ],
    [
      "age_group",
      [
        ["adultos", "adult"],
        ["bébé", "infant"],
        ["BEBÉ", "infant"],
        ["bebe", "infant"],
        ["Kinder", "kids"],
        ["niños", "kids"],
        ["recién nacido", "newborn"],
        ["Tout-petit", "toddler"],
        ["Adolescentes", "adult"],
        ["adults, kids", ""],
        ["Unisex Adult", "adult"],
        ["Kids Unisex", "kids"],
        ["Adult Kids", ""],
        ["Male", ""],
        ["everyone", ""],
      ],
    ],
    [
      "condition",
      [
        ["Gebraucht", "used"],
        ["d'occasion", "used"],
        ["reacondicionado", "refurbished"],
        ["NOVO", "new"],
        ["Brand-new", "new"],
        ["used_like_new", "used"],
        ["open box", ""],
        ["", "new"],
      ],
    ],
  ])("%s takes them from many languages, and is blank where there is none or several: %j", async (column, words) => {
    const cases = words.map(([value = ""]) => ({ product: { metafields: { [`metafield-${column}`]: value } } }));
    expect((await columnOf(column, cases)).map((word, at) => [words[at]?.[0], word])).toEqual(words);
  });
});

test("google_product_category is the shop's choice for Google, else what Google calls its own category", async () => {
  const own = { category_id: "me-1-3", category: "Media > Books > Print Books" };
  const cases: readonly Case[] = [
    { product: own },
    { product: { ...own, metafields: { "metafield-google_product_category": "784" } } },
    { product: { category: "Comics" } },
  ];
  expect(await columnOf("google_product_category", cases)).toEqual(["Media > Books > Print Books", "784", ""]);
});

describe("titles of variants", () => {
  const product = { key: "p", id: "1", title: "Shirt", option1_name: "Size", option2_name: "Fit", option3_name: "Sleeve" };
  const variants = [
    rawVariant(1, { product_key: "p", id: "11", option1_value: "S", option2_value: "Slim", option3_value: "Long" }),
    rawVariant(2, { product_key: "p", id: "12", option1_value: "M", option2_value: "Wide", option3_value: null }),
  ];
  const titles = async (definition: Parameters<typeof feedDefinition>[0] = {}, called = "Shirt", overrides = {}) => {
    await using duckdb = await testDuckdb();
    const single = { ...rawVariant(3, { product_key: "q", id: "21" }), option1_value: "Slim" };
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { ...product, title: called }), rawProduct(2, { key: "q", id: "2", title: "Scarf", option1_name: "Fit" })],
      variants: [...variants, single],
    });
    const run = await runFeed(duckdb, { snapshot, definition: feedDefinition(definition), overrides });
    return run.rows.map(({ fields }) => fields["title"]);
  };

  test("when needed, several variants have the option values behind them that no attribute says", async () => {
    expect(await titles()).toEqual(["Shirt - Slim / Long", "Shirt - Wide", "Scarf"]);
  });

  test("a value is named that the attribute merges with others or cuts", async () => {
    await using duckdb = await testDuckdb();
    const values = [
      ["Teen", "Red / Blue, Green"],
      ["Adult", "Red, Blue, Green, Black"],
      ["adult", "Red, Blue, Green, White"],
      ["Adult", '["Red","Blue"]'],
    ] as const;
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { ...product, option1_name: "Age group", option2_name: "Colour", option3_name: "Shade" })],
      variants: values.map(([age, colour], at) =>
        rawVariant(at + 1, { product_key: "p", id: String(at + 11), option1_value: age, option2_value: colour, option3_value: "Pale" }),
      ),
    });
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition() });
    expect(rows.map(({ fields }) => [fields["age_group"], fields["color"], fields["title"]])).toEqual([
      ["adult", "Red/Blue/Green", "Shirt - Teen / Pale"],
      ["adult", "Red/Blue/Green", "Shirt - Red, Blue, Green, Black / Pale"],
      ["adult", "Red/Blue/Green", "Shirt - Red, Blue, Green, White / Pale"],
      ["adult", "Red/Blue", "Shirt - Pale"],
    ]);
  });

  test.each([
    ["Gender", ["Men", "Women’s", "Boys", "Mädchen"], ["Shirt", "Shirt", "Shirt - Boys", "Shirt - Mädchen"]],
    ["Gender", ["Adult Male", "Youth Male", "Male"], ["Shirt - Adult Male", "Shirt - Youth Male", "Shirt"]],
    ["Age group", ["Adult", "Adult Men", "Adult Women"], ["Shirt", "Shirt - Adult Men", "Shirt - Adult Women"]],
    ["Age group", ["Adults", "Kids", "Teens", "Big kids / Juniors"], ["Shirt", "Shirt", "Shirt - Teens", "Shirt - Big kids / Juniors"]],
  ])("a value of %s is named where another may have the same channel word: %j", async (name, values, expected) => {
    await using duckdb = await testDuckdb();
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1", title: "Shirt", option1_name: name })],
      variants: values.map((value, at) => rawVariant(at + 1, { product_key: "p", id: String(at + 11), option1_value: value })),
    });
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition() });
    expect(rows.map(({ fields }) => fields["title"])).toEqual(expected);
  });

  test("a value is left out that the title has as words, and stays where an attribute is no longer mapped to it", async () => {
    expect(await titles({ mappings: { size: null, material: "option3_value" } }, "Slim shirt")).toEqual([
      "Slim shirt - S",
      "Slim shirt - M / Wide",
      "Scarf",
    ]);
  });

  test.each([
    ["Black & White Set", "Cups, black", {}, ["Black & White Set - Black", "Black & White Set - White", "Black & White Set - Grey"]],
    ["Black Set", "Black or white", {}, ["Black Set", "Black Set - White", "Black Set - Grey"]],
    ["Black Set", "Black or white", { seo: true }, ["Black or white - Black", "Black or white - White", "Black or white - Grey"]],
    ["Black and white", "", { seo: true }, ["Black and white - Black", "Black and white - White", "Black and white - Grey"]],
  ])("a value that the title has is named if the title has another variant's too: %s, %s, %j", async (called, seo, wanted, expected) => {
    await using duckdb = await testDuckdb();
    const values = ["Black", "White", "Grey"];
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1", title: called, seo_title: seo, option1_name: "Finish" })],
      variants: values.map((value, at) => rawVariant(at + 1, { product_key: "p", id: String(at + 11), option1_value: value })),
    });
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition(settings(wanted)) });
    expect(rows.map(({ fields }) => fields["title"])).toEqual(expected);
  });

  test("a value that the title has is named if another variant has none", async () => {
    await using duckdb = await testDuckdb();
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1", title: "Slim shirt", option1_name: "Size", option2_name: "Fit" })],
      variants: [
        ["S", "Slim"],
        ["S", ""],
      ].map(([size = "", fit = ""], at) =>
        rawVariant(at + 1, { product_key: "p", id: String(at + 11), option1_value: size, option2_value: fit }),
      ),
    });
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition() });
    expect(rows.map(({ fields }) => fields["title"])).toEqual(["Slim shirt - Slim", "Slim shirt"]);
  });

  test("always names all values, never none, and one row a product needs none", async () => {
    expect(await titles(settings({ variant_titles: "always" }))).toEqual(["Shirt - S / Slim / Long", "Shirt - M / Wide", "Scarf - Slim"]);
    expect(await titles(settings({ variant_titles: "never" }))).toEqual(["Shirt", "Shirt", "Scarf"]);
    expect(await titles(settings({ variants: false }))).toEqual(["Shirt", "Shirt", "Scarf"]);
  });

  test("a mapping or an override of the title is written as it is", async () => {
    const overrides = { "11": { title: "Mine" } };
    expect(await titles({ mappings: { title: "handle" } }, "Shirt", overrides)).toEqual(["Mine", "p", "q"]);
  });

  test("a long title is cut at a word, so that what tells variants apart is within the 150 letters that channels show", async () => {
    const [title = ""] = await titles({}, "a shirt made for quiet walks, ".repeat(8).trim());
    expect(title).toMatch(/[a-z] - Slim \/ Long$/);
    expect(title.length).toBeLessThanOrEqual(150);
    expect(title.length).toBeGreaterThan(130);
  });

  test.each([
    ["Japanese", "高品質な天然素材を使用した長袖".repeat(10), "高品質な天然素材を使用した長袖".repeat(10).slice(0, 136)],
    ["one word", "L".repeat(148), "L".repeat(136)],
    ["a word and Japanese", `Acme ${"長袖".repeat(72)}`, `Acme ${"長袖".repeat(65)}長`],
    ["families", "👨‍👩‍👧".repeat(40), "👨‍👩‍👧".repeat(27)],
    ["punctuation", "!".repeat(148), "!".repeat(136)],
  ])("a long title without spaces is cut between characters: %s", async (_, called, expected) => {
    const [title] = await titles({}, called);
    expect(title).toBe(`${expected} - Slim / Long`);
  });

  test("long option values are cut, and leave a title its first 50 letters", async () => {
    await using duckdb = await testDuckdb();
    const fit = `${"Hand-woven on request, ".repeat(8)}red`;
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { ...product, title: "A chair for quiet evenings ".repeat(5).trim() })],
      variants: variants.map((variant) => ({ ...variant, option2_value: fit })),
    });
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition() });
    const title = String(rows[0]?.fields["title"]);
    expect(title).toMatch(/^A chair for quiet evenings A chair for quiet - Hand-woven .*…$/);
    expect(title.length).toBeLessThanOrEqual(150);
  });
});

describe("duplicate ids", () => {
  const reasons = async (definition: Parameters<typeof feedDefinition>[0], skus: readonly string[]) => {
    await using duckdb = await testDuckdb();
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1" })],
      variants: skus.map((sku, at) => rawVariant(at + 1, { product_key: "p", id: String(at + 11), position: at + 1, sku })),
    });
    return (await runFeed(duckdb, { snapshot, definition: feedDefinition(definition) })).rows.map(
      ({ reason }) => reason?.slice(0, 12) ?? null,
    );
  };

  test("the first row of an id stays, later ones are excluded with a reason that counts them, and blank ids repeat nothing", async () => {
    const skus = ["A", "B", "A ", "a", ""];
    expect(await reasons(settings({ id_format: "sku" }), skus)).toEqual([null, null, "Duplicate id", "Duplicate id", null]);
    expect(await reasons({ mappings: { id: "sku" } }, ["A", "A", "", ""])).toEqual([null, "Duplicate id", null, null]);
    expect(await reasons({}, ["A", "A"])).toEqual([null, null]);
  });

  test("only rows that are still in the feed count, and rules may write ids", async () => {
    const excluded = readRules([{ type: "exclude", condition: { all: [{ side: "D", column: "id", operator: "=", value: "11" }] } }]);
    expect(await reasons({ ...settings({ id_format: "sku" }), rules: excluded }, ["A", "A", "A"])).toEqual([
      expect.any(String),
      null,
      "Duplicate id",
    ]);
    const written = readRules([{ type: "set_value", target: "id", value: "same" }]);
    expect(await reasons({ rules: written }, ["A", "B"])).toEqual([null, "Duplicate id"]);
  });
});

test("gift cards are left out, or taken in by a setting", async () => {
  await using duckdb = await testDuckdb();
  const snapshot = await takeSnapshot(duckdb, {
    products: [rawProduct(1, { key: "p", id: "1", gift_card: "true" })],
    variants: [rawVariant(1, { product_key: "p", id: "11" })],
  });
  const [left, taken] = await Promise.all(
    [{}, settings({ gift_cards: true })].map((definition) => runFeed(duckdb, { snapshot, definition: feedDefinition(definition) })),
  );
  expect([left?.rows[0]?.reason, taken?.rows[0]?.reason]).toEqual(["Gift card", null]);
});
