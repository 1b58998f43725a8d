import { afterAll, describe, expect, test } from "vitest";
import { type Case, casesOfFile, settings } from "../../../test/harness/default-fields.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { feedDefinition, mappingsOf, runFeed } from "../../../test/golden/feed-run.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import type { FeedDefinition } from "./feed-definition.ts";

const EAN = "4006381333931";

const file = casesOfFile();
afterAll(() => file[Symbol.asyncDispose]());

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

  const asked = file.of(cases);
  const untouched = file.of(cases, { ...settings({ gtin_source: "barcodes" }), mappings: mappingsOf("gtin") });
  test("a barcode becomes a GTIN where it is a valid one or can be repaired with certainty, and identifier_exists follows", async () => {
    const fields = await asked();
    expect(fields.map(({ gtin }, at) => [barcodes[at]?.[0], gtin])).toEqual(barcodes);
    expect(fields.map((row) => row["identifier_exists"])).toEqual(barcodes.map(([, gtin]) => (gtin === "" ? "no" : "yes")));
  });

  test("the setting `barcodes` passes every barcode through untouched", async () => {
    const written = barcodes.map(([barcode]) => barcode.trim().replace(/^\u200B/u, "\u200B"));
    expect((await untouched()).map(({ gtin }) => gtin)).toEqual(written);
  });

  const mapped = file.of([{ variant: { barcode: "N/A", sku: "X1" } }], { mappings: { ...mappingsOf("identifier_exists"), gtin: "sku" } });
  test("a GTIN that is mapped is written as the mapping says, valid or not", async () => {
    expect((await mapped())[0]).toMatchObject({ gtin: "X1", identifier_exists: "yes" });
  });

  /** Vendor and SKU; brand, part number, and whether an identifier exists. */
  const sold = [["Acme", "N/A", "Acme", "", "no"], ["No Brand", "S1", "", "S1", "no"], ["Acme", " - ", "Acme", "", "no"], ["Acme", "S2", "Acme", "S2", "yes"], [" n/a", "S3", "", "S3", "no"], ["Generic", "S4", "Generic", "S4", "no"], ["None Such", "S5", "None Such", "S5", "yes"]]; // prettier-ignore
  const named = file.of(sold.map(([vendor = "", sku = ""]) => ({ product: { vendor }, variant: { sku } })));
  test("a brand or part number that only says there is none is blank, except the word for goods without a brand, and identifies nothing", async () => {
    const fields = await named();
    expect(fields.map(({ brand: of, mpn, identifier_exists: exists }) => [of, mpn, exists])).toEqual(sold.map((row) => row.slice(2)));
  });

  const brand = { vendor: "Acme" };
  const numbered = file.of([
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
  test("the part number of the Google columns is the MPN before the SKU, and a custom product has no identifier but that one", async () => {
    const fields = await numbered();
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
  describe.each([
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
  ])("an option is %j", (attribute, names) => {
    const asked = file.of(names.map((name) => ({ product: { option2_name: name }, variant: { option2_value: "Value" } })));
    test(`by a word of its name: ${names.join(", ")}`, async () => {
      const found = (await asked()).map(({ color, size, material }) =>
        Object.entries({ color, size, material }).flatMap(([name, value]) => (value === "Value" ? [name] : [])),
      );
      expect(found).toEqual(names.map(() => (attribute === "" ? [] : [attribute])));
    });
  });

  const striped = { "metafield-pattern": "Striped" };
  const options = (name: string) => ({ product: { option1_name: name, metafields: striped }, variant: { option1_value: "Dots" } });
  const cases = [options("Muster"), options("Colour / Pattern"), options("Fit")];
  const plain = file.of(cases);
  const patterned = file.of(cases, { extraColumns: ["pattern"], mappings: mappingsOf("color") });
  test("a pattern is an option's value too where the feed has the column, and takes no option from another attribute", async () => {
    const fields = await patterned();
    expect(fields.map(({ color, pattern }) => [color, pattern])).toEqual([
      ["", "Dots"],
      ["Dots", "Striped"],
      ["", "Striped"],
    ]);
    expect((await plain()).map((row) => row["pattern"])).toEqual([undefined, undefined, undefined]);
  });

  const shoes = file.of([
    { product: { metafields: { "metafield-shoe-size": "42", "metafield-furniture-fixture-material": "Oak, Steel" } } },
  ]);
  test("category metafields of shoes, accessories and furniture are sizes and materials", async () => {
    const [fields] = await shoes();
    expect(fields).toMatchObject({ size: "42", material: "Oak/Steel" });
  });

  const metafields = { "metafield-color-pattern": "Red; Blue; Green", "metafield-size": "S; M" };
  const linked = file.of([
    { product: { option1_name: "Finish", option1_metafield: "shopify.color-pattern", metafields }, variant: { option1_value: "Blue" } },
    { product: { option2_name: "Fit", option2_metafield: "shopify.shoe-size", metafields }, variant: { option2_value: "42" } },
    { product: { option1_name: "Colour", option1_metafield: "custom.finish" }, variant: { option1_value: "Oak" } },
  ]);
  test("an option that is linked to a metafield gives the row's own value, whatever it is called, and not the metafield's list", async () => {
    const fields = await linked();
    expect(fields.map(({ color, size }) => [color, size])).toEqual([
      ["Blue", ""],
      ["Red/Blue/Green", "42"],
      ["Oak", ""],
    ]);
  });

  const frame = { option1_name: "Frame colour", option2_name: "Lens colour" };
  const glasses = file.of([{ product: frame, variant: { option1_value: "Black", option2_value: "Blue" } }]);
  test("of two options that are colours the first is the row's colour", async () => {
    expect((await glasses())[0]?.["color"]).toBe("Black");
  });

  test("a cell that renames an option decides what it is, and one that corrects a barcode what the GTIN is", async () => {
    await using duckdb = await testDuckdb();
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1", option1_name: "Colour" })],
      variants: [rawVariant(1, { product_key: "p", id: "11", option1_value: "M", barcode: "N/A" })],
    });
    const cells = { "11": { option1_name: "Size", barcode: `="${EAN}"` } };
    const [row] = (
      await runFeed(duckdb, { snapshot, definition: feedDefinition({ mappings: mappingsOf("color", "size", "gtin") }), cells })
    ).rows;
    expect(row?.fields).toMatchObject({ color: "", size: "M", gtin: EAN });
  });
});

describe("lists of metafields", () => {
  const json = ['["Red","Blue"]', '["Red, dark", "Blue", "Green", "Gold"]', '["M"]', "[Red]", "[]"];
  const slashes = ["Red / Blue / Green / Black", "Red/Blue; Green/Black"];
  const plain = ["Red, Blue", "Red; Blue; Green; Gold", "Red,Red", "Red", "Black/White", "10,5", "36, 37, 38", "36,37,38", "M;", ""];
  const lists = [...plain, ...json, ...slashes];
  const listed = file.of(
    lists.map((list) => ({ product: { metafields: { "metafield-color": list, "metafield-size": list, "metafield-material": list } } })),
  );
  test("colours and materials are joined by slashes, at most three; a size is one value or blank", async () => {
    const fields = await listed();
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
  describe.each([
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
  ])("%s", (column, words) => {
    const asked = file.of(words.map(([value = ""]) => ({ product: { metafields: { [`metafield-${column}`]: value } } })));
    test("takes them from many languages, and is blank where there is none or several", async () => {
      expect((await asked()).map((fields, at) => [words[at]?.[0], fields[column]])).toEqual(words);
    });
  });
});

describe("google_product_category", () => {
  const own = { category_id: "me-1-3", category: "Media > Books > Print Books" };
  const asked = file.of([
    { product: own },
    { product: { ...own, metafields: { "metafield-google_product_category": "784" } } },
    { product: { category: "Comics" } },
    { product: { ...own, metafields: { "metafield-google_product_category": " n/a" } } },
  ]);
  test("is the shop's choice for Google, else what Google calls its own category", async () => {
    expect((await asked()).map((fields) => fields["google_product_category"])).toEqual([own.category, "784", "", own.category]);
  });
});

describe("titles of variants", () => {
  const product = { title: "Shirt", option1_name: "Size", option2_name: "Fit", option3_name: "Sleeve" };
  const variants = [
    { option1_value: "S", option2_value: "Slim", option3_value: "Long" },
    { option1_value: "M", option2_value: "Wide", option3_value: null },
  ];
  const shirtAndScarf = (title = "Shirt"): readonly Case[] => [
    { product: { ...product, title }, variants },
    { product: { title: "Scarf", option1_name: "Fit" }, variant: { option1_value: "Slim" } },
  ];
  const optionOf = (option: string, values: readonly string[], members: Case["product"] = {}): readonly Case[] => [
    { product: { title: "Shirt", option1_name: option, ...members }, variants: values.map((value) => ({ option1_value: value })) },
  ];
  const titles = (cases: readonly Case[], definition: Partial<FeedDefinition> = {}): (() => Promise<readonly (string | undefined)[]>) => {
    const asked = file.of(cases, definition);
    return async () => (await asked()).map(({ title }) => title);
  };

  const usual = titles(shirtAndScarf());
  test("when needed, several variants have the option values behind them that no attribute says", async () => {
    expect(await usual()).toEqual(["Shirt - Slim / Long", "Shirt - Wide", "Scarf"]);
  });

  const merged = file.of([
    {
      product: { ...product, option1_name: "Age group", option2_name: "Colour", option3_name: "Shade" },
      variants: [
        ["Teen", "Red / Blue, Green"],
        ["Adult", "Red, Blue, Green, Black"],
        ["adult", "Red, Blue, Green, White"],
        ["Adult", '["Red","Blue"]'],
      ].map(([age = "", colour = ""]) => ({ option1_value: age, option2_value: colour, option3_value: "Pale" })),
    },
  ]);
  test("a value is named that the attribute merges with others or cuts", async () => {
    const rows = await merged();
    expect(rows.map((fields) => [fields["age_group"], fields["color"], fields["title"]])).toEqual([
      ["adult", "Red/Blue/Green", "Shirt - Teen / Pale"],
      ["adult", "Red/Blue/Green", "Shirt - Red, Blue, Green, Black / Pale"],
      ["adult", "Red/Blue/Green", "Shirt - Red, Blue, Green, White / Pale"],
      ["adult", "Red/Blue", "Shirt - Pale"],
    ]);
  });

  describe.each([
    ["Gender", ["Men", "Women’s", "Boys", "Mädchen"], ["Shirt", "Shirt", "Shirt - Boys", "Shirt - Mädchen"]],
    ["Gender", ["Adult Male", "Youth Male", "Male"], ["Shirt - Adult Male", "Shirt - Youth Male", "Shirt"]],
    ["Age group", ["Adult", "Adult Men", "Adult Women"], ["Shirt", "Shirt - Adult Men", "Shirt - Adult Women"]],
    ["Age group", ["Adults", "Kids", "Teens", "Big kids / Juniors"], ["Shirt", "Shirt", "Shirt - Teens", "Shirt - Big kids / Juniors"]],
  ])("a value of %s", (name, values, expected) => {
    const asked = titles(optionOf(name, values));
    test(`is named where another may have the same channel word: ${values.join(", ")}`, async () => {
      expect(await asked()).toEqual(expected);
    });
  });

  const slim = titles(shirtAndScarf("Slim shirt"), { mappings: { size: null, material: "option3_value" } });
  test("a value is left out that the title has as words, and stays where an attribute is no longer mapped to it", async () => {
    expect(await slim()).toEqual(["Slim shirt - S", "Slim shirt - M / Wide", "Scarf"]);
  });

  describe.each([
    ["Black & White Set", "Cups, black", {}, ["Black & White Set - Black", "Black & White Set - White", "Black & White Set - Grey"]],
    ["Black Set", "Black or white", {}, ["Black Set", "Black Set - White", "Black Set - Grey"]],
    ["Black Set", "Black or white", { seo: true }, ["Black or white - Black", "Black or white - White", "Black or white - Grey"]],
    ["Black and white", "", { seo: true }, ["Black and white - Black", "Black and white - White", "Black and white - Grey"]],
  ])("a value that the title has: %s, %s, %j", (title, seo, wanted, expected) => {
    const asked = titles(optionOf("Finish", ["Black", "White", "Grey"], { title, seo_title: seo }), settings(wanted));
    test("is named if the title has another variant's too", async () => {
      expect(await asked()).toEqual(expected);
    });
  });

  const unfit = titles([
    {
      product: { title: "Slim shirt", option1_name: "Size", option2_name: "Fit" },
      variants: ["Slim", ""].map((fit) => ({ option1_value: "S", option2_value: fit })),
    },
  ]);
  test("a value that the title has is named if another variant has none", async () => {
    expect(await unfit()).toEqual(["Slim shirt - Slim", "Slim shirt"]);
  });

  const [always, never, single] = [{ variant_titles: "always" }, { variant_titles: "never" }, { variants: false }].map((wanted) =>
    titles(shirtAndScarf(), settings(wanted)),
  );
  test("always names all values, never none, and one row a product needs none", async () => {
    expect(await always?.()).toEqual(["Shirt - S / Slim / Long", "Shirt - M / Wide", "Scarf - Slim"]);
    expect(await never?.()).toEqual(["Shirt", "Shirt", "Scarf"]);
    expect(await single?.()).toEqual(["Shirt", "Shirt", "Scarf"]);
  });

  const unreadable = titles(
    optionOf("Finish", ["Oak", "N/A", "gid://shopify/Metaobject/1"], { title: "Chair" }),
    settings({ variant_titles: "always" }),
  );
  test("always leaves out references and placeholders", async () => {
    expect(await unreadable()).toEqual(["Chair - Oak", "Chair", "Chair"]);
  });

  test("a mapping or an override of the title is written as it is", async () => {
    await using duckdb = await testDuckdb();
    const snapshot = await takeSnapshot(duckdb, {
      products: [rawProduct(1, { key: "p", id: "1", ...product })],
      variants: variants.map((variant, at) => rawVariant(at + 1, { product_key: "p", id: String(at + 11), ...variant })),
    });
    const definition = feedDefinition({ mappings: { ...mappingsOf(), title: "handle" } });
    const { rows } = await runFeed(duckdb, { snapshot, definition, overrides: { "11": { title: "Mine" } } });
    expect(rows.map(({ fields }) => fields["title"])).toEqual(["Mine", "p"]);
  });

  const long = titles(shirtAndScarf("a shirt made for quiet walks, ".repeat(8).trim()));
  test("a long title is cut at a word, so that what tells variants apart is within the 150 letters that channels show", async () => {
    const [title = ""] = await long();
    expect(title).toMatch(/[a-z] - Slim \/ Long$/);
    expect(title.length).toBeLessThanOrEqual(150);
    expect(title.length).toBeGreaterThan(130);
  });

  describe.each([
    ["Japanese", "高品質な天然素材を使用した長袖".repeat(10), "高品質な天然素材を使用した長袖".repeat(10).slice(0, 136)],
    ["one word", "L".repeat(148), "L".repeat(136)],
    ["a word and Japanese", `Acme ${"長袖".repeat(72)}`, `Acme ${"長袖".repeat(65)}長`],
    ["families", "👨‍👩‍👧".repeat(40), "👨‍👩‍👧".repeat(27)],
    ["punctuation", "!".repeat(148), "!".repeat(136)],
  ])("a long title without spaces: %s", (_, called, expected) => {
    const asked = titles(shirtAndScarf(called));
    test("is cut between characters", async () => {
      expect((await asked())[0]).toBe(`${expected} - Slim / Long`);
    });
  });

  const fit = `${"Hand-woven on request, ".repeat(8)}red`;
  const woven = titles([
    {
      product: { ...product, title: "A chair for quiet evenings ".repeat(5).trim() },
      variants: variants.map((variant) => ({ ...variant, option2_value: fit })),
    },
  ]);
  test("long option values are cut, and leave a title its first 50 letters", async () => {
    const title = String((await woven())[0]);
    expect(title).toMatch(/^A chair for quiet evenings A chair for quiet - Hand-woven .*…$/);
    expect(title.length).toBeLessThanOrEqual(150);
  });
});

test("gift cards are left out, or taken in by a setting", async () => {
  await using duckdb = await testDuckdb();
  const snapshot = await takeSnapshot(duckdb, {
    products: [rawProduct(1, { key: "p", id: "1", gift_card: "true" })],
    variants: [rawVariant(1, { product_key: "p", id: "11" })],
  });
  const [left, taken] = await Promise.all(
    [{}, settings({ gift_cards: true })].map((definition) =>
      runFeed(duckdb, { snapshot, definition: feedDefinition({ ...definition, mappings: { ...mappingsOf(), title: "title" } }) }),
    ),
  );
  expect([left?.rows[0]?.reason, taken?.rows[0]?.reason]).toEqual(["Gift card", null]);
});
