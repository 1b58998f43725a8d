import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import {
  productFact,
  type RawCatalog,
  rawImage,
  rawProduct,
  rawVariant,
  rowsOf as rowsIn,
  type SourceRow,
  variantFact,
} from "../../../test/harness/raw-records.ts";
import type { RawFact } from "./raw-tables.ts";
import { visibleColumns } from "./snapshot-files.ts";
import { snapshotColumns } from "./snapshot-query.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());
const rowsOf = (catalog: RawCatalog): Promise<readonly SourceRow[]> => rowsIn(duckdb, catalog);

/** Product `1` with the variants `11` and `12`, and product `2` with `21`. */
const CATALOG = {
  products: [rawProduct(1, { key: "1", id: "1", published: null }), rawProduct(2, { key: "2", id: "2", published: null })],
  variants: [
    rawVariant(1, { product_key: "1", id: "11" }),
    rawVariant(2, { product_key: "1", id: "12", option1_value: "x" }),
    rawVariant(3, { product_key: "2", id: "21" }),
  ],
};

/** What a column reads in the three rows. */
async function columnOf(column: string, facts: readonly RawFact[], catalog: Partial<RawCatalog> = {}) {
  return (await rowsOf({ ...CATALOG, facts, ...catalog })).map((row) => row.value(column));
}

describe("the collections of a product", () => {
  const inCollections = (...titles: readonly string[]) => titles.map((title) => productFact("1", "collection", title));

  test("come as facts in any order, and stand there each once, by title", async () => {
    expect(await columnOf("collections", inCollections("Sale", "Äpfel", "New", "Sale"))).toEqual([
      "New, Sale, Äpfel",
      "New, Sale, Äpfel",
      "",
    ]);
  });

  test("are also there by number, which titles are not mixed with", async () => {
    const numbers = ["290", "1001", "290"].map((number) => productFact("1", "collection_id", number));
    const facts = [...numbers, ...inCollections("Sale"), productFact("2", "collection_id", "7")];
    expect(await columnOf("collection_ids", facts)).toEqual(["1001, 290", "1001, 290", "7"]);
    expect(await columnOf("collections", facts)).toEqual(["Sale", "Sale", ""]);
    expect(await columnOf("collection_ids", inCollections("Sale"))).toEqual(["", "", ""]);
  });

  test("are first those that the record names, as it names them", async () => {
    const products = CATALOG.products.map((product) => ({ ...product, collections: ["Zoo", "Sale", "Zoo"] }));
    expect(await columnOf("collections", inCollections("Sale", "New"), { products })).toEqual([
      "Zoo, Sale, New",
      "Zoo, Sale, New",
      "Zoo, Sale",
    ]);
  });

  test("are one where they read alike, and a comma within a title cannot part it", async () => {
    const facts = inCollections("Cafe\u0301", "Caf\u00e9", "Shoes, bags", 'Say "Hi"\\', "Shoes\u201A bags");
    expect((await columnOf("collections", facts))[0]).toBe('Café, Say "Hi"\\, Shoes\u201A bags');
  });
});

describe("whether it is published", () => {
  test("a fact says it where the product's record does not", async () => {
    const facts = [productFact("1", "published", "false"), productFact("2", "published", "true")];
    expect(await columnOf("published", facts)).toEqual(["false", "false", "true"]);
    const products = CATALOG.products.map((product) => ({ ...product, published: "true" }));
    expect(await columnOf("published", facts, { products })).toEqual(["true", "true", "true"]);
  });

  test("is said of a variant for itself, and blank where nobody says it", async () => {
    const facts = [variantFact("12", "published", "false"), variantFact("21", "published", "true"), productFact("1", "published", "true")];
    expect(await columnOf("variant_published", facts)).toEqual(["", "false", "true"]);
  });
});

describe("a variant's own picture", () => {
  const images = [
    rawImage(9, { product_key: "1", id: "9", url: "https://i.example/nine.png" }),
    rawImage(10, { product_key: "1", id: "10", url: "https://i.example/ten.png" }),
  ];
  const pictured = (id: string, ...pictures: readonly string[]) => pictures.map((picture) => variantFact(id, "image", picture));

  test("is the image it names, and is not repeated among the further ones", async () => {
    const [named, other] = await rowsOf({ ...CATALOG, images, facts: pictured("11", "10") });
    expect([named, other].map((row) => row?.value("variant_image_src"))).toEqual(["https://i.example/ten.png", ""]);
    expect([named, other].map((row) => row?.value("image_src"))).toEqual(["https://i.example/ten.png", "https://i.example/nine.png"]);
    expect([named, other].map((row) => row?.value("additional_images"))).toEqual([
      "https://i.example/nine.png",
      "https://i.example/ten.png",
    ]);
  });

  test("of several is the one with the smallest number that is there", async () => {
    expect((await columnOf("image_src", pictured("12", "10", "9", "8"), { images }))[1]).toBe("https://i.example/nine.png");
    expect((await columnOf("variant_image_src", pictured("12", "8", "seven"), { images }))[1]).toBe("");
  });

  test("is the record's where it has one", async () => {
    const variants = CATALOG.variants.map((variant) => ({ ...variant, image: "https://i.example/own.png" }));
    expect((await columnOf("variant_image_src", pictured("11", "9"), { images, variants }))[0]).toBe("https://i.example/own.png");
  });

  test("may be shown by several products", async () => {
    const shared = [...images, rawImage(9, { product_key: "2", id: "9", url: "https://i.example/nine.png" })];
    const facts = [...pictured("11", "9"), ...pictured("21", "9")];
    expect(await columnOf("variant_image_src", facts, { images: shared })).toEqual([
      "https://i.example/nine.png",
      "",
      "https://i.example/nine.png",
    ]);
  });

  test("the pictures of a product come by their number, however large", async () => {
    const large = [2 ** 53 - 1, 2 ** 53 - 2].map((seq) =>
      rawImage(seq, { product_key: "1", id: String(seq), url: `https://i.example/${seq}` }),
    );
    expect((await columnOf("image_src", [], { images: large }))[0]).toBe(`https://i.example/${2 ** 53 - 2}`);
  });
});

describe("a column outside the canonical ones", () => {
  test("is filled by facts of its owner: metafields of products and variants, stock of variants", async () => {
    const metafieldColumns = ["metafield-care", "variant-metafield-care", "inventory-dublin"];
    const facts = [
      productFact("1", "metafield-care", "wash"),
      variantFact("12", "variant-metafield-care", "dry"),
      variantFact("12", "inventory-dublin", "3"),
      variantFact("21", "inventory-dublin", "0"),
      variantFact("21", "metafield-care", "no product"),
      productFact("2", "inventory-dublin", "no variant"),
    ];
    const rows = await rowsOf({ ...CATALOG, facts, metafieldColumns });
    expect(rows.map((row) => metafieldColumns.map((column) => row.value(column)))).toEqual([
      ["wash", "", ""],
      ["wash", "dry", "3"],
      ["", "", "0"],
    ]);
  });

  test("reads the record before a fact, and of two facts the smaller", async () => {
    const metafieldColumns = ["metafield-a", "variant-metafield-a"];
    const facts = ["b", "B", "c"].flatMap((value) => [
      productFact("1", "metafield-a", value),
      variantFact("11", "variant-metafield-a", value),
    ]);
    const told = await rowsOf({ ...CATALOG, facts, metafieldColumns });
    expect(metafieldColumns.map((column) => told[0]?.value(column))).toEqual(["B", "B"]);
    const recorded = await rowsOf({
      products: CATALOG.products.map((product) => ({ ...product, metafields: { "metafield-a": "z" } })),
      variants: CATALOG.variants.map((variant) => ({ ...variant, metafields: { "variant-metafield-a": "" } })),
      facts,
      metafieldColumns,
    });
    expect(metafieldColumns.map((column) => recorded[0]?.value(column))).toEqual(["z", ""]);
  });

  test("has the fact's value and name as they were written, composed", async () => {
    const names = ["metafield-a/b~c", 'metafield-"q"', "metafield-cafe\u0301", "inventory-m\u00fcnchen", "variant-metafield-a\\b"];
    const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.replaceAll("\u0000", ""));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: names.length, maxLength: names.length }), async (values) => {
        const facts = names.map((column, at) =>
          column.startsWith("metafield") ? productFact("1", column, values[at] ?? "") : variantFact("11", column, values[at] ?? ""),
        );
        const [row] = await rowsOf({ ...CATALOG, facts, metafieldColumns: names });
        expect(names.map((column) => row?.value(column))).toEqual(values.map((value) => value.normalize("NFC")));
      }),
      { numRuns: 2 * testRuns, examples: [[['\n\t"\\', "'", "e\u0301", "{}", "\u2028\u0301 "]]] },
    );
  });
});

describe("facts", () => {
  const facts = [
    ...["Sale", "New"].map((title) => productFact("1", "collection", title)),
    productFact("1", "published", "true"),
    productFact("2", "metafield-a", "2"),
    productFact("2", "metafield-a", "1"),
    ...["9", "10"].map((picture) => variantFact("11", "image", picture)),
    variantFact("12", "published", "false"),
    variantFact("21", "inventory-dublin", "7"),
  ];
  const images = [9, 10].map((id) => rawImage(id, { product_key: "1", id: String(id), url: `https://i.example/${id}.png` }));
  const catalog = { ...CATALOG, images, metafieldColumns: ["metafield-a", "inventory-dublin"] };
  const valuesOf = (rows: readonly SourceRow[]) => rows.map((row) => [...row.values]);

  let found: Promise<readonly SourceRow[]> | undefined;
  const empty = (): Promise<readonly SourceRow[]> => (found ??= rowsOf({ ...catalog, facts: [] }));

  test("say the same in whatever order they come", async () => {
    const once = valuesOf(await rowsOf({ ...catalog, facts }));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(facts, { minLength: facts.length }), async (shuffled) => {
        expect(valuesOf(await rowsOf({ ...catalog, facts: shuffled }))).toEqual(once);
      }),
      { numRuns: testRuns },
    );
  });

  test("of a product or variant that is not there change nothing", async () => {
    const strangers = facts.map((fact) => ({ ...fact, owner_id: `${fact.owner_id}0` }));
    expect(valuesOf(await rowsOf({ ...catalog, facts: strangers }))).toEqual(valuesOf(await empty()));
  });

  test("none are as good as an empty file of them", async () => {
    const none = await rowsOf({ ...CATALOG, images, metafieldColumns: catalog.metafieldColumns });
    expect(valuesOf(none)).toEqual(valuesOf(await empty()));
  });
});

describe("the address of a variant", () => {
  const linked = (members: object) => CATALOG.products.map((product) => ({ ...product, variant_links: "true", ...members }));

  test("is the product's with the variant's number, where the platform gives variants addresses and numbers", async () => {
    const products = linked({ link: "https://shop.example/p" });
    const variants = CATALOG.variants.map((variant) => (variant.id === "12" ? { ...variant, id: null } : variant));
    expect(await columnOf("link", [], { products, variants })).toEqual([
      "https://shop.example/p?variant=11",
      "https://shop.example/p",
      "https://shop.example/p?variant=21",
    ]);
  });

  test("follows what the product's address asks already, and no address stays none", async () => {
    expect((await columnOf("link", [], { products: linked({ link: "https://shop.example/p?a=b" }) }))[0]).toBe(
      "https://shop.example/p?a=b&variant=11",
    );
    const products = [null, ""].map((link, at) =>
      rawProduct(at + 1, { key: String(at + 1), id: String(at + 1), variant_links: "true", link }),
    );
    expect(await columnOf("link", [], { products })).toEqual(["", "", ""]);
  });

  test("is the product's where variants have none of their own", async () => {
    expect((await columnOf("link", []))[0]).toBe("https://shop.example/products/1");
  });
});

test("what only plans read is in the snapshot and not among the columns people see", async () => {
  const products = CATALOG.products.map((product) => ({ ...product, requires_selling_plan: "true", combined_listing_role: "child" }));
  const [row] = await rowsOf({ ...CATALOG, products });
  expect(["requires_selling_plan", "combined_listing_role", "variant_published"].map((column) => row?.value(column))).toEqual([
    "true",
    "child",
    "",
  ]);
  const visible = visibleColumns(snapshotColumns(["inventory-dublin"])).map(({ column }) => column);
  expect(visible.slice(-2)).toEqual(["canonical_margin_pct", "inventory-dublin"]);
});
