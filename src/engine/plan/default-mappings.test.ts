import { afterAll, describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { type Asked, type Case, casesOfFile, columnOf, fieldsOf, settings } from "../../../test/harness/default-fields.ts";
import { feedDefinition, mappingsOf, runFeed } from "../../../test/golden/feed-run.ts";
import { rawImage, rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { FeedSettings } from "./feed-definition.ts";

const file = casesOfFile();
afterAll(() => file[Symbol.asyncDispose]());

describe("money", () => {
  const prices = ["12.9", "12.345", "0.004", "1234567890.5", "7", "0", "-1", "12,90", "1e3", "free", "", "123456789012345678.1"];
  const variants = prices.map((price) => ({ variant: { price } }));

  test.each([
    [
      "USD",
      [
        "12.90 USD",
        "12.35 USD",
        "0.00 USD",
        "1234567890.50 USD",
        "7.00 USD",
        "0.00 USD",
        "-1.00 USD",
        "",
        "",
        "",
        "",
        "123456789012345678.10 USD",
      ],
    ],
    ["JPY", ["13 JPY", "12 JPY", "0 JPY", "1234567891 JPY", "7 JPY", "0 JPY", "-1 JPY", "", "", "", "", "123456789012345678 JPY"]],
    [
      "KWD",
      [
        "12.900 KWD",
        "12.345 KWD",
        "0.004 KWD",
        "1234567890.500 KWD",
        "7.000 KWD",
        "0.000 KWD",
        "-1.000 KWD",
        "",
        "",
        "",
        "",
        "123456789012345678.100 KWD",
      ],
    ],
  ])("a price in %s has the decimals of the currency, is rounded half up, and stays blank where it is none", async (currency, expected) => {
    expect((await fieldsOf(variants, { mappings: mappingsOf("price") }, currency)).map((fields) => fields["price"])).toEqual(expected);
  });

  test("a price without a currency is blank", async () => {
    expect((await fieldsOf([{ variant: { price: "5" } }], { mappings: mappingsOf("price") }, ""))[0]?.["price"]).toBe("");
  });

  const cases = [
    ["10", "20"],
    ["10", "10"],
    ["10", "9"],
    ["9", "10"],
    ["10", ""],
    ["", "20"],
    ["10", "old"],
    ["10", "10.00"],
    ["100", "20"],
  ].map(([price = "", compareAt = ""]) => ({ variant: { price, compare_at_price: compareAt } }));
  const asked = file.of(cases);
  test("the sale price is the price when the compare-at price is higher as a number, and only then", async () => {
    expect((await asked()).map((fields) => [fields["price"], fields["sale_price"]])).toEqual([
      ["20.00 USD", "10.00 USD"],
      ["10.00 USD", ""],
      ["10.00 USD", ""],
      ["10.00 USD", "9.00 USD"],
      ["10.00 USD", ""],
      ["", ""],
      ["10.00 USD", ""],
      ["10.00 USD", ""],
      ["100.00 USD", ""],
    ]);
  });
});

test.each([
  ["USD", ["0.004", "0", "0.005"], ["0.00 USD", "0.00 USD", "5.00 USD"], ["", "", "0.01 USD"]],
  ["JPY", ["0.4", "0", "0.5"], ["0 JPY", "0 JPY", "5 JPY"], ["", "", "1 JPY"]],
  ["KWD", ["0.0004", "0", "0.004"], ["0.000 KWD", "0.000 KWD", "5.000 KWD"], ["", "", "0.004 KWD"]],
])("a price in %s that rounds to zero is a price of zero, not a sale", async (currency, given, prices, salePrices) => {
  const variants = given.map((price) => ({ variant: { price, compare_at_price: "5" } }));
  const fields = await fieldsOf(variants, { mappings: mappingsOf("price", "sale_price") }, currency);
  expect(fields.map((row) => row["price"])).toEqual(prices);
  expect(fields.map((row) => row["sale_price"])).toEqual(salePrices);
});

test.each([
  ["USD", ["24.99 USD", "24.99 USD", "25.00 USD"], ["", "", "24.99 USD"]],
  ["JPY", ["25 JPY", "25 JPY", "25 JPY"], ["", "", ""]],
])("a sale price in %s that rounds to the price is blank", async (currency, prices, salePrices) => {
  const cases = [
    ["24.99", "24.994"],
    ["24.986", "24.99"],
    ["24.99", "24.996"],
  ].map(([price = "", compareAt = ""]) => ({ variant: { price, compare_at_price: compareAt } }));
  const fields = await fieldsOf(cases, { mappings: mappingsOf("price", "sale_price") }, currency);
  expect(fields.map(({ price }) => price)).toEqual(prices);
  expect(fields.map((row) => row["sale_price"])).toEqual(salePrices);
});

describe("availability", () => {
  const cases = ["true", "false"].flatMap((tracked) =>
    ["deny", "continue"].flatMap((policy) => ["5", "0", "-1", null].map((quantity) => ({ tracked, policy, quantity }))),
  );
  const variants = cases.map(({ tracked, policy, quantity }) => ({
    variant: { inventory_tracked: tracked, inventory_policy: policy, inventory_quantity: quantity },
  }));

  const refused = variants.map(({ variant }) => ({ variant: { ...variant, available: "false" } }));
  const unquantified = { ...settings({ use_shopify_quantity: false }), mappings: mappingsOf("availability") };
  const [counted, refusedCounted] = [file.of(variants), file.of(refused)];
  const [uncounted, refusedUncounted] = [file.of(variants, unquantified), file.of(refused, unquantified)];
  const words = async (asked: Asked): Promise<readonly unknown[]> => (await asked()).map(({ availability }) => availability);

  test("with the shop's quantities: out of stock is what is tracked, may not be oversold and has none", async () => {
    const expected = cases.map(({ tracked, policy, quantity }) =>
      tracked === "true" && policy === "deny" && (quantity === "0" || quantity === "-1") ? "out_of_stock" : "in_stock",
    );
    expect(await words(counted)).toEqual(expected);
    expect(expected.filter((word) => word === "out_of_stock")).toHaveLength(2);
  });

  test("without them everything is in stock", async () => {
    expect(await words(uncounted)).toEqual(cases.map(() => "in_stock"));
  });

  test("the platform's refusal counts with quantities always, and without them where stock cannot be its reason", async () => {
    expect(await words(refusedCounted)).toEqual(cases.map(() => "out_of_stock"));
    const expected = cases.map(({ tracked, policy, quantity }) =>
      tracked === "false" || policy === "continue" || quantity === "5" ? "out_of_stock" : "in_stock",
    );
    expect(await words(refusedUncounted)).toEqual(expected);
  });
});

describe("id", () => {
  const cases = [{ variant: { sku: "SKU-1" } }, { variant: { sku: " " } }, { variant: { sku: null } }];

  test.each([
    ["global", ["shopify_US_1_1001", "shopify_US_2_1002", "shopify_US_3_1003"]],
    ["sku", ["SKU-1", "1002", "1003"]],
    ["variant", ["1001", "1002", "1003"]],
  ])("in the format %s", async (format, expected) => {
    expect(await columnOf("id", cases, { ...settings({ id_format: format }), mappings: mappingsOf("id") })).toEqual(expected);
  });

  test("a global id names the feed's country", async () => {
    expect(await columnOf("id", [{}], { targetCountry: "DE", mappings: mappingsOf("id") })).toEqual(["shopify_DE_1_1001"]);
  });
});

describe("texts", () => {
  const seo = { product: { title: "T", body_html: "<p>B</p>", seo_title: "ST", seo_description: "SD" } };
  const none = { product: { title: "T", body_html: "<p>B</p>" } };

  describe.each([
    [
      false,
      [
        ["T", "B"],
        ["T", "B"],
      ],
    ],
    [
      true,
      [
        ["ST", "SD"],
        ["T", "B"],
      ],
    ],
  ])("with seo %s", (on, expected) => {
    const asked = file.of([seo, none], { ...settings({ seo: on }), mappings: mappingsOf("title", "description", "color") });
    test("titles and descriptions are the product's or those of its page", async () => {
      expect((await asked()).map((fields) => [fields["title"], fields["description"]])).toEqual(expected);
    });
  });

  const links = ["https://s.example/p", "https://s.example/p?variant=1", null].map((link) => ({ product: { link } }));
  const linked = (utm: object): Asked => file.of(links, { ...settings({ utm }), mappings: mappingsOf("link") });
  const [tracked, untracked] = [linked({ utm_source: "google & co", utm_medium: "cpc=ß" }), linked({})];
  test("UTM parameters are encoded, joined as the link allows, and no link stays no link", async () => {
    expect((await tracked()).map(({ link }) => link)).toEqual([
      "https://s.example/p?utm_source=google%20%26%20co&utm_medium=cpc%3D%C3%9F",
      "https://s.example/p?variant=1&utm_source=google%20%26%20co&utm_medium=cpc%3D%C3%9F",
      "",
    ]);
    expect((await untracked()).map(({ link }) => link)).toEqual(["https://s.example/p", "https://s.example/p?variant=1", ""]);
  });

  test.each([{ utm: { "utm source": "x" } }, { utm: { utm_source: "\uD800" } }, { utm: { utm_source: "x".repeat(201) } }])(
    "the setting %j is refused when it is read",
    (values) => {
      expect(() => FeedSettings.parse(values)).toThrow(ZodError);
    },
  );
});

describe("images", () => {
  const duckdb = testDuckdb();
  afterAll(async () => (await duckdb)[Symbol.asyncDispose]());

  test("one first, at most ten further ones", async () => {
    const db = await duckdb;
    const images = Array.from({ length: 13 }, (_, at) => rawImage(at + 1, { product_key: "p", url: `https://i.example/${at + 1}.png` }));
    const snapshot = await takeSnapshot(db, {
      products: [rawProduct(1, { key: "p" })],
      variants: [rawVariant(1, { product_key: "p" })],
      images,
    });
    const [row] = (
      await runFeed(db, { snapshot, definition: feedDefinition({ mappings: mappingsOf("image_link", "additional_image_link") }) })
    ).rows;
    expect(row?.fields["image_link"]).toBe("https://i.example/1.png");
    expect(row?.fields["additional_image_link"]).toBe(
      images
        .slice(1, 11)
        .map(({ url }) => url)
        .join(","),
    );
  });
});

describe("attributes", () => {
  const options = file.of([
    { product: { option1_name: "COLOUR" }, variant: { option1_value: "Red" } },
    { product: { option2_name: "Farbe" }, variant: { option2_value: "Rot" } },
    { product: { option3_name: "Größe" }, variant: { option3_value: "L" } },
    { product: { option1_name: "Style", metafields: { "metafield-color": "Blue" } }, variant: { option1_value: "Bold" } },
    { product: { metafields: { "metafield-color": "Blue" } }, variant: { metafields: { "variant-metafield-color": "Green" } } },
  ]);
  test("an option is what its name says, ignoring case, in several languages; a metafield comes after", async () => {
    expect((await options()).map((fields) => [fields["color"], fields["size"]])).toEqual([
      ["Red", ""],
      ["Rot", ""],
      ["", "L"],
      ["Blue", ""],
      ["Green", ""],
    ]);
  });

  describe.each([
    [
      "gender",
      "Gender",
      [
        ["Men's", "male"],
        [" DAMEN ", "female"],
        ["unisex", "unisex"],
        ["Everyone", ""],
        ["", ""],
      ],
    ],
    [
      "age_group",
      "Age group",
      [
        ["Adults", "adult"],
        ["KIDS", "kids"],
        ["Baby", "infant"],
        ["pensioners", ""],
      ],
    ],
  ])("%s", (column, option, words) => {
    const asked = file.of(words.map(([value = ""]) => ({ product: { option1_name: option }, variant: { option1_value: value } })));
    test("takes the channel's word, and is blank where there is none", async () => {
      expect((await asked()).map((fields) => fields[column])).toEqual(words.map(([, word]) => word));
    });
  });

  const conditions = ["Used ", "refurbished", "New", "broken"].map((value) => ({
    product: { metafields: { "metafield-condition": value } },
  }));
  const conditioned = file.of([...conditions, {}]);
  test("condition is new unless a metafield says otherwise, and blank where the channel has no word for it", async () => {
    expect((await conditioned()).map(({ condition }) => condition)).toEqual(["used", "refurbished", "new", "", "new"]);
  });

  const values = { condition: "used", gender: "female", mpn: "M1", google_product_category: "1604" };
  const columnsOf = (prefix: string, of: object) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [`${prefix}-${key}`, String(value)]));
  const blank = columnsOf("metafield", { condition: "", gender: "", mpn: "", google_product_category: "" });
  const hidden = file.of([
    { product: { metafields: { ...blank, ...columnsOf("metafield-custom", values) } }, variant: { sku: "S" } },
    { product: { metafields: { ...columnsOf("metafield", values), ...columnsOf("metafield-custom", { condition: "new" }) } } },
  ]);
  test("a blank metafield doesn't hide the merchant's own of the same key, and one with a value comes before it", async () => {
    expect(await hidden()).toMatchObject([values, values]);
  });

  const unreadable = [
    '["gid://shopify/Metaobject/1","gid://shopify/Metaobject/2"]',
    "gid://shopify/Metaobject/7",
    "https://x.example/a.png",
    ...["N/A", "n/a", "-", "?", "*", "none", " None "],
  ];
  const ATTRIBUTES = ["color", "size", "material"] as const;
  const unsaid = (fields: Readonly<Record<string, string | undefined>>) => ATTRIBUTES.map((name) => fields[name]);
  const held = file.of(
    unreadable.map((value) => ({ product: { metafields: columnsOf("metafield", { color: value, size: value, material: value }) } })),
  );
  const named = { title: "Shirt", option1_name: "Color", option2_name: "Size", option3_name: "Material" };
  const optionsOf = (value: string) => ({ option1_value: value, option2_value: value, option3_value: value });
  const chosen = file.of([{ product: named, variants: [...unreadable, "Wool"].map(optionsOf) }]);
  test("a color, size or material that nobody can read is blank, and isn't in the title", async () => {
    expect((await held()).map(unsaid)).toEqual(unreadable.map(() => ["", "", ""]));
    const fields = await chosen();
    expect(fields.map(unsaid)).toEqual([...unreadable.map(() => ["", "", ""]), ["Wool", "Wool", "Wool"]]);
    expect(fields.map(({ title }) => title)).toEqual(fields.map(() => "Shirt"));
  });

  const identified = file.of([
    { variant: { barcode: "4006381333931" } },
    { product: { vendor: "Acme" }, variant: { sku: "S" } },
    { product: { vendor: "Acme" } },
    { variant: { sku: "S" } },
    { variant: { barcode: " " } },
  ]);
  test("an identifier exists with a GTIN, or with brand and part number", async () => {
    expect((await identified()).map((fields) => fields["identifier_exists"])).toEqual(["yes", "yes", "no", "no", "no"]);
  });

  const weighed = file.of([{ variant: { weight: "1.5", weight_unit: "kg" } }, { variant: { weight_unit: "kg" } }]);
  test("a weight has its unit, no weight is blank", async () => {
    expect((await weighed()).map((fields) => fields["shipping_weight"])).toEqual(["1.5 kg", ""]);
  });
});

describe("the merchant's mappings", () => {
  const cases: readonly Case[] = [
    { product: { title: "T", vendor: "V", metafields: { "metafield-made": "Here" } }, variant: { sku: "S" } },
  ];

  const mapped = file.of(cases, { mappings: { ...mappingsOf(), title: "vendor", brand: "vendor", custom_label_0: "metafield-made" } });
  test("a column reads the source column it is mapped to, and one source may feed many", async () => {
    const [fields] = await mapped();
    expect(fields).toMatchObject({ title: "V", brand: "V", custom_label_0: "Here" });
  });

  const unmapped = file.of(cases, { mappings: { title: null, availability: null } });
  test("null unmaps a column, and the others keep their defaults", async () => {
    const [fields] = await unmapped();
    expect(fields).toMatchObject({ title: "", availability: "", brand: "V", mpn: "S" });
  });

  const fromGone = file.of(cases, { mappings: { ...mappingsOf(), title: "metafield-gone" } });
  test("a source column that the snapshot does not have reads as blank", async () => {
    expect((await fromGone())[0]?.["title"]).toBe("");
  });

  const labelled = file.of([{ variant: { price: "12.9" } }], { mappings: { ...mappingsOf(), custom_label_0: "price" } });
  test("money that is mapped to another column is the number without its currency", async () => {
    expect((await labelled())[0]?.["custom_label_0"]).toBe("12.9");
  });
});
