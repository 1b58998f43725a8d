import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { type ChannelRow, openRows, renderedText } from "../channel-under-test.suite.ts";
import { openai } from "./pack.ts";

const row = (id: string, more: Readonly<Record<string, string>> = {}): ChannelRow => ({
  values: {
    ...{ id, title: `Cotton shirt ${id}`, description: "Soft.", link: `https://shop.example/p/${id}`, brand: "Acme", price: "29.90 USD" },
    ...{
      image_link: `https://shop.example/${id}.jpg`,
      availability: "preorder",
      item_group_id: "g1",
      color: "Blue",
      shipping_weight: "0.5 kg",
    },
    ...more,
  },
});
const HOSTILE = ['" \\ \u2028 \u{1F600} é', "x".repeat(20_000), "]]>&amp;", "\uFFFE"];
const hostile = HOSTILE.map((text, at): ChannelRow => ({
  values: { ...Object.fromEntries(Object.keys(row("1").values).map((column) => [column, text])), id: `h${at}` },
}));

async function lines(rows: readonly ChannelRow[], format: string) {
  await using duckdb = await testDuckdb();
  const text = await renderedText(duckdb, openai, rows, { format });
  return text
    .trimEnd()
    .split("\n")
    .map((line) => members(parseJson(line)));
}

describe("OpenAI's file", () => {
  test("has an object a row, typed as the field says", async () => {
    const [first] = await lines(
      [row("1", { sale_price: "19.90 USD", sale_price_effective_date: "2026-11-27/2026-11-30" }), row("2")],
      "jsonl",
    );
    expect(first).toEqual({
      ...{ item_id: "1", title: "Cotton shirt 1", description: "Soft.", url: "https://shop.example/p/1", brand: "Acme" },
      ...{ image_url: "https://shop.example/1.jpg", price: "29.90 USD", availability: "pre_order", seller_name: 'Ann "&" Sons' },
      ...{
        is_eligible_search: true,
        is_eligible_checkout: false,
        seller_url: "https://shop.example",
        target_countries: ["US"],
        store_country: "US",
      },
      ...{ color: "Blue", sale_price: "19.90 USD", sale_price_start_date: "2026-11-27", sale_price_end_date: "2026-11-30" },
      ...{ group_id: "g1", listing_has_variations: true, variant_dict: { color: "Blue" }, weight: 0.5, item_weight_unit: "kg" },
    });
  });

  test("has questions, reviews and metadata as the JSON that a column has, and other text as a string", async () => {
    const asked = [{ q: 'Is it 11"?', a: "Yes, [about] {that}." }];
    const [first, second] = await lines(
      [
        row("1", { q_and_a: JSON.stringify(asked), ads_metadata: '{"tier": 1}', length: "12", width: "8.5", dimensions_unit: "in" }),
        row("2", { q_and_a: '[{"q": "cut off', reviews: "4", length: "12 in" }),
      ],
      "jsonl",
    );
    expect(first).toMatchObject({ q_and_a: asked, ads_metadata: { tier: 1 }, length: 12, width: 8.5, dimensions_unit: "in" });
    expect(second).toMatchObject({ q_and_a: '[{"q": "cut off', reviews: "4", length: "12 in" });
  });

  test.each(["is_eligible_search", "is_digital", "accepts_returns", "accepts_exchanges", "is_ads_eligible"])(
    "says true or false in %s where the row does, and nothing where it says something else",
    async (column) => {
      const values = ["yes", "TRUE", "true", "no", "No", "false", "1", "maybe", "0"];
      const objects = await lines(
        values.map((value, at) => row(String(at), { [column]: value })),
        "jsonl",
      );
      const said = [true, true, true, false, false, false, undefined, undefined, undefined];
      expect(objects.map((object) => object[column])).toEqual(said);
    },
  );

  test("splits a weight whatever the case of its unit, and leaves out anything else", async () => {
    const objects = await lines(
      ["5 LB", "1.5Kg", "1,5 kg", "heavy kg"].map((shipping_weight, at) => row(String(at), { shipping_weight })),
      "jsonl",
    );
    const said = [
      [5, "lb"],
      [1.5, "kg"],
      [undefined, undefined],
      [undefined, undefined],
    ];
    expect(objects.map(({ weight, item_weight_unit: unit }) => [weight, unit])).toEqual(said);
  });

  test("has a category's path, also where the row has its number, and the product type where it has none", async () => {
    await using duckdb = await testDuckdb();
    const path = "Apparel & Accessories > Clothing > Shirts & Tops";
    const categories = [
      { google_product_category: "212" },
      { google_product_category: path },
      { google_product_category: "99999999" },
      {},
      { product_category: "212", google_product_category: "Media" },
      { product_category: "Tops" },
    ];
    const taxonomy = sql`SELECT '212' AS id, ${literal(path)} AS path UNION ALL SELECT '783', 'Media'`;
    const { input, rows } = await openRows(
      duckdb,
      openai,
      categories.map((category, at) => row(String(at), { product_type: "Shirts", ...category })),
      { taxonomy },
    );
    const cell = openai.cells(input).find(({ attribute: { name } }) => name === "product_category");
    const found = await duckdb.all(sql`SELECT ${cell?.value ?? sql``} AS shown FROM (${rows}) ORDER BY ord`);
    expect(found.map(({ shown }) => shown)).toEqual([path, path, "Shirts", "Shirts", path, "Tops"]);
  });

  test("is one object a line whatever the values are", async () => {
    const objects = await lines(hostile, "jsonl");
    expect(objects.map(({ title }) => title)).toEqual(HOSTILE);
  });
});

describe("The protocol's products", () => {
  test("hold the variants of a group in one line, and validate", async () => {
    const single = row("3", {
      item_group_id: "",
      price: "1500 JPY",
      gtin: "4006381333931",
      additional_image_link: "https://shop.example/a b.jpg",
    });
    const products = await lines([row("1", { sale_price: "19.90 USD" }), single, row("2"), ...hostile], "acp");
    const schema = members(parseJson(await readFile(new URL("acp-product-2026-04-17.schema.json", import.meta.url), "utf8")));
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    expect(products.map((product) => (validate(product) ? [] : validate.errors))).toEqual(products.map(() => []));
    expect(products.slice(0, 2)).toMatchObject([
      {
        id: "g1",
        variants: [
          {
            id: "1",
            price: { amount: 1990, currency: "USD" },
            list_price: { amount: 2990, currency: "USD" },
            availability: { available: true, status: "preorder" },
          },
          { id: "2", price: { amount: 2990, currency: "USD" } },
        ],
      },
      { id: "3", variants: [{ price: { amount: 1500, currency: "JPY" }, barcodes: [{ type: "GTIN", value: "4006381333931" }] }] },
    ]);
  });

  test("have a sale's price while the sale goes on, and neither before nor after it", async () => {
    const dates = {
      "2026-11-22T00:00+0000/2026-11-24T00:00+0000": true,
      "2026-11-23T01:00+0100/2026-11-23T02:00Z": true,
      "2026-11-23T00:01+0000/2026-11-30T00:00+0000": false,
      "2026-11-20T00:00+0000/2026-11-22T23:59+0000": false,
      "2026-11-01/2026-11-23": true,
      "2026-11-23/2026-11-23": true,
      "2026-11-01/2026-11-22": false,
      "next week": false,
      "": true,
    };
    const rows = Object.keys(dates).map((text, at) => row(String(at), { sale_price: "19.90 USD", sale_price_effective_date: text }));
    const [product] = await lines(rows, "acp");
    const [full, reduced] = [2990, 1990].map((amount) => ({ amount, currency: "USD" }));
    const variants = product?.["variants"];
    if (!Array.isArray(variants)) throw new Error("variants are a list");
    expect(variants.map((variant) => [members(variant)["price"], members(variant)["list_price"]])).toEqual(
      Object.values(dates).map((on) => (on ? [reduced, full] : [full, undefined])),
    );
  });
});
