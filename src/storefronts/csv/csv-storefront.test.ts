import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawImage, RawProduct, RawVariant } from "../../engine/source/raw-tables.ts";
import { openDirectoryStore, type DirectoryStore } from "../../platform/objects/directory-store.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import type { RawSink } from "../storefront-port.ts";
import { csvStorefront } from "./csv-storefront.ts";

let root = "";
let store: DirectoryStore;
let stored = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "csv-storefront-"));
  store = await openDirectoryStore({ root, log: silentLog });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

async function keyOf(content: string | Uint8Array): Promise<string> {
  stored += 1;
  await using scratch = await store.scratch();
  await writeFile(scratch.file("export"), content);
  return (await store.put(`shops/1/source/${stored}.csv`, scratch.file("export"))).key;
}

interface Call {
  readonly sink?: RawSink;
  readonly signal?: AbortSignal;
  readonly progress?: (share: number) => void;
  readonly config?: object;
}

const PRICED = "Handle,Title,Inventory quantity,Price";
const nothing: RawSink = { product() {}, variant() {}, image() {}, fact() {}, beside() {}, lines() {} };

function extractKey(
  object: string,
  { sink = nothing, signal = new AbortController().signal, progress = () => {}, config = {} }: Call = {},
) {
  const metafields = { metafields: null, knownMetafields: [] };
  const shop = { domain: "shop.example", currency: "EUR", config: { object, file_name: "products.csv", ...config }, ...metafields };
  const budget = { take: async () => 0, report: async () => {} };
  const wanted = { locales: [], countries: [] };
  const mark = { shop: "fw-1", extract: "ext_1" };
  return csvStorefront(store).extract({ shop, wanted, sink, signal, progress, file: (name) => name, mark, budget });
}

async function extract(content: string | Uint8Array) {
  const products: RawProduct[] = [];
  const variants: RawVariant[] = [];
  const images: RawImage[] = [];
  const sink: RawSink = {
    ...nothing,
    product: (record) => void products.push(record),
    variant: (record) => void variants.push(record),
    image: (record) => void images.push(record),
  };
  const extraction = await extractKey(await keyOf(content), { sink });
  return { products, variants, images, extraction };
}

/** An export of these columns: `rows("Handle,Title", "a,A")`. */
const rows = (header: string, ...lines: readonly string[]) => `${[header, ...lines].join("\n")}\n`;
const HEAD =
  "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position,Image Alt Text,Variant Inventory Qty";

describe("rows become records", () => {
  test("the first row of a handle is a product, a variant and an image; later rows are variants, images, or both", async () => {
    const { products, variants, images, extraction } = await extract(
      rows(
        HEAD,
        "shirt,Shirt,Size,S,sku-s,10.00,https://cdn.example/1.jpg,1,Front,3",
        "shirt,,,M,sku-m,11.00,https://cdn.example/2.jpg,2,,0",
        "shirt,,,,,, https://cdn.example/3.jpg ,3,Back,",
        "shirt,,,L,,,,,,",
        "mug,Mug,Title,Default Title,,5,,,,1",
      ),
    );
    expect(products).toMatchObject([
      { key: "shirt", id: null, handle: "shirt", title: "Shirt", option1_name: "Size", link: "https://shop.example/products/shirt" },
      { key: "mug", title: "Mug", option1_name: null },
    ]);
    expect(variants.map(({ product_key, option1_value, sku, price, seq }) => [product_key, option1_value, sku, price, seq])).toEqual([
      ["shirt", "S", "sku-s", "10.00", 1],
      ["shirt", "M", "sku-m", "11.00", 2],
      ["shirt", "L", null, null, 3],
      ["mug", null, null, "5", 4],
    ]);
    expect(images).toEqual([
      { product_key: "shirt", id: null, seq: 1, position: 1, url: "https://cdn.example/1.jpg", alt: "Front" },
      { product_key: "shirt", id: null, seq: 2, position: 2, url: "https://cdn.example/2.jpg", alt: null },
      { product_key: "shirt", id: null, seq: 3, position: 3, url: "https://cdn.example/3.jpg", alt: "Back" },
    ]);
    expect(extraction).toEqual({
      ...{ products: 2, variants: 4, metafieldColumns: [], metafields: [], collections: null, shop: null },
      ...{ context: null, markets: [], translations: [], countries: null, leftOut: [] },
      warnings: [expect.objectContaining({ code: "price_missing", count: 1 })],
    });
  });

  test("a first row is a variant even without price, SKU and options", async () => {
    const { variants } = await extract(rows(HEAD, "gift,Gift,,,,,https://cdn.example/g.jpg,1,,"));
    expect(variants).toMatchObject([{ product_key: "gift", price: null }]);
  });

  test("a handle that comes back later adds to the same product", async () => {
    const { products, variants, extraction } = await extract(
      rows(HEAD, "a,A,Size,S,,1,,,,", "b,B,,,,2,,,,", "a,,,M,,3,,,,", "a,,,L,,4,,,,"),
    );
    expect(products.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(variants.map(({ product_key }) => product_key)).toEqual(["a", "b", "a", "a"]);
    expect(extraction).toMatchObject({ products: 2, variants: 4 });
  });

  test("a product whose titled row comes late is the titled one: its number is the lower one", async () => {
    const { products, extraction } = await extract(rows(HEAD, "a,,,M,,3,,,,", "b,B,,,,2,,,,", "a,A,Size,S,,1,,,,"));
    const [wins] = products.filter(({ key }) => key === "a").toSorted((one, other) => one.seq - other.seq);
    expect(wins).toMatchObject({ title: "A", option1_name: "Size" });
    expect(extraction).toMatchObject({ products: 2, variants: 3 });
  });

  test("a title without a handle gets the handle that Shopify would give it; a row with neither is skipped and counted", async () => {
    const { products, extraction } = await extract(rows(HEAD, ",Red Hat,,,,1,,,,1", ",,,,,2,,,,1", "hat,,,,,,,,,"));
    expect(products[0]).toMatchObject({ key: "red-hat", handle: "red-hat" });
    expect(extraction.warnings).toEqual([
      {
        code: "title_missing",
        count: 1,
        message: "Products without a title, excluded from feeds until they have one: 1. The first is on line 4.",
      },
      { code: "row_without_handle", count: 1, message: "Rows with neither handle nor title, skipped: 1. The first is on line 3." },
      { code: "row_without_content", count: 1, message: "Rows with only a handle, skipped: 1. The first is on line 4." },
    ]);
  });

  test("a handle under another title is another product's: its rows have a key of their own, and it is counted with its line", async () => {
    const { products, variants, images, extraction } = await extract(
      rows(
        HEAD,
        "mug,Mug,Title,Default Title,m-1,5,https://cdn.example/m.jpg,1,,1",
        "mug,Other mug,Title,Default Title,o-1,6,https://cdn.example/o.jpg,1,,1",
        "mug,,,,o-2,7,,,,1",
        "hat,Hat,,,h-1,8,,,,1",
        "mug, MUG ,Title,Default Title,m-2,9,,,,1",
        "mug,Third mug,,,t-1,10,,,,1",
        "mug,other mug,,,o-3,11,,,,1",
      ),
    );
    expect(products.map(({ handle, title, handle_taken }) => [handle, title, handle_taken])).toEqual([
      ["mug", "Mug", null],
      ["mug", "Other mug", "true"],
      ["hat", "Hat", null],
      ["mug", " MUG ", null],
      ["mug", "Third mug", "true"],
      ["mug", "other mug", "true"],
    ]);
    const titleOf = new Map(products.toReversed().map(({ key, title }) => [key, title]));
    expect(variants.map(({ product_key, sku }) => [titleOf.get(product_key), sku])).toEqual([
      ["Mug", "m-1"],
      ["Other mug", "o-1"],
      ["Other mug", "o-2"],
      ["Hat", "h-1"],
      ["Mug", "m-2"],
      ["Third mug", "t-1"],
      ["Other mug", "o-3"],
    ]);
    expect(images.map(({ product_key }) => titleOf.get(product_key))).toEqual(["Mug", "Other mug"]);
    expect(products[0]?.key).toBe("mug");
    expect(extraction).toMatchObject({
      products: 4,
      warnings: [{ code: "handle_repeated", count: 2, message: expect.stringContaining("line 3.") }, { code: "variant_repeated" }],
    });
  });

  test("a row below its product with other option values is its variant, whatever its title; with the same ones it is another product", async () => {
    const { products, variants } = await extract(
      rows(HEAD, "shirt,Red shirt,Color,Red,r,1,,,,1", "shirt,Blue shirt,,Blue,b,1,,,,1", "shirt,Hat,Color,Red,h,1,,,,1"),
    );
    expect(products.map(({ title }) => title)).toEqual(["Red shirt", "Hat"]);
    expect(variants.map(({ product_key }) => product_key === "shirt")).toEqual([true, true, false]);
  });

  test("a product that no row gives a title is counted; one that a later row titles is not", async () => {
    const unseen = ["\u200B", "\u0001", "\u007F\u0080", "\u3164", "\u2800"].map((title, at) => `b${at}, ${title},,,,1,,,,1`);
    const { products, extraction } = await extract(rows(HEAD, "a,,Size,S,,1,,,,1", ...unseen, "a,A,Size,M,,1,,,,1"));
    expect(extraction.warnings).toMatchObject([{ code: "title_missing", count: 5, message: expect.stringContaining("line 3.") }]);
    expect(products.map(({ title }) => title)).toEqual([null, null, null, null, null, null, "A"]);
  });

  test("cells beyond the header are left out and counted, blank ones are not", async () => {
    const { extraction } = await extract(rows("Handle,Title,Variant Inventory Qty", "a,A,1,,", "b,B,1,lost"));
    expect(extraction.warnings).toMatchObject([{ code: "cells_beyond_header", count: 1 }]);
  });
});

describe("cells become values", () => {
  const one = async (header: string, line: string) => {
    const { products, variants, extraction } = await extract(rows(`Handle,Title,Variant Inventory Qty,${header}`, `a,A,1,${line}`));
    return { product: products[0], variant: variants[0], warnings: extraction.warnings };
  };

  test("a whole row of the legacy header", async () => {
    const { product, variant } = await one(
      "Body (HTML),Vendor,Product Category,Type,Tags,Published,Status,Gift Card,SEO Title,SEO Description,Variant SKU,Variant Barcode,Variant Grams,Variant Weight Unit," +
        "Variant Inventory Tracker,Variant Inventory Policy,Variant Price,Variant Compare At Price,Cost per item,Variant Requires Shipping,Variant Image",
      '"<p>""Hi"",\r\nyou</p>",Acme,Apparel > Shirts,Shirt,"red, Sale ,",TRUE,Active,FALSE,Seo,Text,\'0012,\'0401,1500.0,kg,shopify,DENY,"12,90","1.234,50",4.5,true, https://cdn.example/v.png ',
    );
    expect(product).toMatchObject({
      body_html: '<p>"Hi",\r\nyou</p>',
      vendor: "Acme",
      category: "Apparel > Shirts",
      category_id: null,
      product_type: "Shirt",
      tags: ["red", "Sale"],
      published: "true",
      published_at: null,
      status: "active",
      gift_card: "false",
      seo_title: "Seo",
      seo_description: "Text",
    });
    expect(variant).toMatchObject({
      sku: "0012",
      barcode: "0401",
      weight: "1.5",
      weight_unit: "kg",
      inventory_quantity: "1",
      inventory_tracked: "true",
      inventory_policy: "deny",
      price: "12.90",
      compare_at_price: "1234.50",
      cost: "4.5",
      requires_shipping: "true",
      image: "https://cdn.example/v.png",
      position: null,
    });
  });

  test("blank is null, and what the export does not have is unknown rather than false", async () => {
    const { product, variant } = await one("Type,Tags,Vendor,SKU,Size (variant.metafields.a.b)", "\u00AD,,\u0002,\u200B,\u2060");
    expect([product?.product_type, variant?.metafields]).toEqual([null, {}]);
    expect(product).toMatchObject({ body_html: null, vendor: null, tags: [], status: null, published: null, gift_card: null });
    expect(variant).toMatchObject({ sku: null, price: null, inventory_tracked: null, weight: null, weight_unit: null, available: null });
    expect((await one("Variant Inventory Tracker", "")).variant).toMatchObject({ inventory_tracked: "false" });
  });

  test.each([
    ["Variant Price", "free", "price_unreadable"],
    ["Cost per item", '"1,234"', "price_unreadable"],
    ["Variant Grams", "heavy", "weight_unreadable"],
    ["Published", "perhaps", "boolean_unreadable"],
    ["Variant Inventory Policy", "stop", "policy_unreadable"],
  ])("%s of %s is left blank and counted with its first line", async (column, cell, code) => {
    const { warnings } = await one(`${column},Variant SKU`, `${cell},x\nb,B,1,${cell},y`);
    expect(warnings).toMatchObject([{ code, count: 2 }]);
    expect(warnings[0]?.message).toContain("The first is on line 2.");
  });

  test("a quantity that is no number is left blank and counted; a missing column is one warning", async () => {
    expect((await extract(rows("Handle,Title,Inventory quantity", "a,A,lots"))).extraction.warnings).toMatchObject([
      { code: "quantity_unreadable", count: 1 },
    ]);
    const { variants, extraction } = await extract(rows("Handle,Title", "a,A", "b,B"));
    expect(variants.map(({ inventory_quantity }) => inventory_quantity)).toEqual([null, null]);
    expect(extraction.warnings).toMatchObject([{ code: "quantity_missing", count: 1 }]);
  });

  test("a price below zero stays what it is, and is counted", async () => {
    const { variant, warnings } = await one("Variant Price,Cost per item", "-4.50,-0");
    expect(variant).toMatchObject({ price: "-4.50", cost: "-0" });
    expect(warnings).toMatchObject([{ code: "price_negative", count: 1 }]);
  });

  test("a variant without a price and one with a price of zero stay, and are counted with their lines", async () => {
    const { variants, extraction } = await extract(rows(PRICED, "a,A,1,5", "b,B,1, ", "c,C,1,0.00", "d,D,1,0.004"));
    expect(variants.map(({ price }) => price)).toEqual(["5", null, "0.00", "0.004"]);
    expect(extraction.warnings).toMatchObject([
      { code: "price_missing", count: 1, message: expect.stringContaining("line 3.") },
      { code: "price_zero", count: 2, message: expect.stringContaining("line 4.") },
    ]);
  });

  test("`OptionN Linked To` names the metafield that an option is linked to; anything else links it to none", async () => {
    const header = "URL handle,Title,Inventory quantity,Option1 name,Option1 value,Option1 Linked To,Option2 Linked To,Option3 Linked To";
    const linked = "product.metafields.shopify.color-pattern, variant.metafields.custom.cut ,custom.cut";
    const { products } = await extract(rows(header, `a,A,1,Finish,Red,${linked}`, "a,,1,,Blue,,,"));
    expect(products).toMatchObject([
      { option1_name: "Finish", option1_metafield: "shopify.color-pattern", option2_metafield: "custom.cut", option3_metafield: null },
    ]);
  });

  test.each([
    ["Aktiv", "active"],
    ["BORRADOR", "draft"],
    ["archivé", "archived"],
    ["下書き", "draft"],
    [" Unlisted ", "unlisted"],
  ])("a status is understood in the languages of Shopify's admin: %s", async (word, status) => {
    expect(await one("Status", word)).toMatchObject({ product: { status }, warnings: [] });
  });

  test("a status that is no known word stays what it is, and is counted", async () => {
    expect(await one("Status", "For Sale")).toMatchObject({
      product: { status: "for sale" },
      warnings: [{ code: "status_unknown", count: 1 }],
    });
  });

  test("a category may be given by its id", async () => {
    expect((await one("Product category", "aa-1-13-8")).product).toMatchObject({ category: null, category_id: "aa-1-13-8" });
    expect((await one("Product category", "gid://shopify/TaxonomyCategory/aa-1")).product).toMatchObject({
      category: null,
      category_id: "aa-1",
    });
  });

  test("a handle is percent-encoded in the link", async () => {
    const { products } = await extract(rows("Handle,Title", "größe/1,A"));
    expect(products[0]?.link).toBe("https://shop.example/products/gr%C3%B6%C3%9Fe%2F1");
  });

  test("text of every script passes as it is: emoji, no-break blanks, zero-width and combining characters, U+2028", async () => {
    const title = "👩‍👩‍👧 a\u00A0b\u202Fc\u200Bd\u2028e e\u0301 𝗕𝗼𝗹𝗱 عربى";
    const { products } = await extract(rows("Handle,Title", `a,${title}`));
    expect(products[0]?.title).toBe(title);
  });
});

describe("metafields and markets", () => {
  const GOOGLE = "Google Shopping / Fit";
  const HEADER = `Handle,Title,Variant Price,Stoff (product.metafields.custom.fabric),Pflege (variant.metafields.custom.care),${GOOGLE},Variant Inventory Qty`;

  test("are columns of product and variant, lists kept as text", async () => {
    const { products, variants, extraction } = await extract(rows(HEADER, "a,A,1,cotton; wool,30°,m-1,1", "a,,2,,40°,,1"));
    expect(products[0]?.metafields).toEqual({ "metafield-fabric": "cotton; wool", "metafield-fit": "m-1" });
    expect(variants.map(({ metafields }) => metafields)).toEqual([
      { "variant-metafield-care": "30°" },
      { "variant-metafield-care": "40°" },
    ]);
    expect(extraction.metafieldColumns).toEqual(["metafield-fabric", "variant-metafield-care", "metafield-fit"]);
  });

  test("are told by what they are, with how many products or variants have one, most used first", async () => {
    const { extraction } = await extract(rows(HEADER, "a,A,1,cotton,30°,,1", "a,,2,,40°,,1", "b,B,2,,,,1"));
    expect(extraction.metafields).toEqual([
      { level: "variant", namespace: "custom", key: "care", column: "variant-metafield-care", owners: 2 },
      { level: "product", namespace: "custom", key: "fabric", column: "metafield-fabric", owners: 1 },
      { level: "product", namespace: "mm-google-shopping", key: "fit", column: "metafield-fit", owners: 0 },
    ]);
  });

  test("a Google cell that differs from the product's is the variant's, and only then there is a column for it", async () => {
    const { variants, extraction } = await extract(rows(HEADER, "a,A,1,,,m-1,1", "a,,2,,,m-1,1", "a,,3,,,m-2,1"));
    expect(variants.map(({ metafields }) => metafields)).toEqual([{}, {}, { "variant-metafield-fit": "m-2" }]);
    expect(extraction.metafieldColumns).toEqual(["metafield-fabric", "variant-metafield-care", "metafield-fit", "variant-metafield-fit"]);
  });

  test("prices of a market are the variant's; its inclusion holds for the rows below", async () => {
    const { variants, extraction } = await extract(
      rows(
        "Handle,Title,Variant Price,Included / Brasil,Price / Brasil,Compare At Price / Brasil,Price / __proto__,Variant Inventory Qty",
        'a,A,1,TRUE,"10,50",20,,1',
        "a,,2,,11,,,1",
        "b,B,3,FALSE,,,7,1",
        "c,C,4,,,,,1",
      ),
    );
    expect(variants.map(({ markets }) => Object.entries(markets))).toEqual([
      [["Brasil", { included: "true", price: "10.50", compare_at_price: "20" }]],
      [["Brasil", { included: "true", price: "11", compare_at_price: null }]],
      [
        ["Brasil", { included: "false", price: null, compare_at_price: null }],
        ["__proto__", { included: null, price: "7", compare_at_price: null }],
      ],
      [],
    ]);
    expect(extraction.markets).toEqual([
      { name: "Brasil", currency: null },
      { name: "__proto__", currency: null },
    ]);
  });
});

describe("the currency of a market", () => {
  const HEADER = "Handle,Title,Variant Price,Price / Sverige,Price / Nordics,Included / DACH,Variant Inventory Qty";
  const extracted = async (currencies: object) => {
    const object = await keyOf(rows(HEADER, "a,A,79.00,999.00,888.00,TRUE,1"));
    return extractKey(object, { config: { market_currencies: currencies } });
  };

  test("is what the merchant said, whatever the case of the market's name", async () => {
    const { markets } = await extracted([
      { market: "nordics", currency: "DKK" },
      { market: "Nordics ", currency: "SEK" },
    ]);
    expect(markets).toEqual([
      { name: "Sverige", currency: null },
      { name: "Nordics", currency: "SEK" },
      { name: "DACH", currency: null },
    ]);
  });

  test("is missed aloud where the market is no country and has prices", async () => {
    expect((await extracted([])).warnings).toMatchObject([
      { code: "market_currency_unknown", count: 1, message: expect.stringContaining('feedwright extract --market "Nordics=SEK"') },
    ]);
    const object = await keyOf(rows(HEADER, "a,A,79.00,999.00,,TRUE,1"));
    expect((await extractKey(object, { config: {} })).warnings).toEqual([]);
  });
});

describe("an extraction", () => {
  test("reads the same whatever the header family, the delimiter, the line ends and the byte order mark", async () => {
    const legacy = rows("Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty", "a,A,s,1.50,1", 'a,,"t;t",2.50,2');
    const current = '\uFEFFURL handle;Title;SKU;Price;Inventory quantity\r\na;A;s;1,50;1\r\na;;"t;t";2,50;2';
    const { extraction, ...records } = await extract(legacy);
    expect(await extract(current)).toEqual({ extraction, ...records });
  });

  test("of an export in Windows-1252 has its titles as they were written, and says that it was converted", async () => {
    const { products, extraction } = await extract(
      Buffer.from(rows("Handle,Title,Variant Inventory Qty", "a,caf\u00E9\u0000 f\u00FCr S\u00FC\u00DFes,1"), "latin1"),
    );
    expect(products[0]?.title).toBe("caf\u00E9 f\u00FCr S\u00FC\u00DFes");
    expect(extraction.warnings).toMatchObject([
      { code: "encoding_converted", count: 4 },
      { code: "nul_removed", count: 1 },
    ]);
  });

  test("never leaves out a damaged character without a word", async () => {
    const line = Buffer.concat([Buffer.from("a,caf\u00E9 "), Buffer.from([0xe9]), Buffer.from(",1\n")]);
    const { products, extraction } = await extract(Buffer.concat([Buffer.from("Handle,Title,Variant Inventory Qty\n"), line]));
    expect(products[0]?.title).toBe("caf\u00E9 \uFFFD");
    expect(extraction.warnings).toMatchObject([{ code: "invalid_utf8", count: 1, message: expect.stringContaining("on line 2") }]);
  });

  test("waits for its sink and never hands a record while it is full", async () => {
    let busy = 0;
    let busiest = 0;
    const slow = async () => {
      busy += 1;
      busiest = Math.max(busiest, busy);
      await setImmediate();
      busy -= 1;
    };
    const key = await keyOf(rows("Handle,Title", ...Array.from({ length: 500 }, (_, at) => `h${at},T`)));
    await extractKey(key, { sink: { ...nothing, product: slow, variant: slow, image: slow } });
    // A product and its variant come from one row.
    expect(busiest).toBe(2);
  });

  test("says how far it is, never back, to the end", async () => {
    const shares: number[] = [];
    const key = await keyOf(rows("Handle,Title", ...Array.from({ length: 50_000 }, (_, at) => `handle-${at},T`)));
    await extractKey(key, { progress: (share) => void shares.push(share) });
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  test("stops when it is told to", async () => {
    const stop = new AbortController();
    const key = await keyOf(rows("Handle,Title", ...Array.from({ length: 50_000 }, (_, at) => `handle-${at},T`)));
    const work = extractKey(key, { signal: stop.signal, progress: () => stop.abort() });
    await expect(work).rejects.toThrow(/abort/u);
  });

  test.each([
    ["a header without rows", rows("Handle,Title"), "products.csv has a header but no products"],
    ["another file", "PK\u0003\u0004", "products.csv isn't a CSV file: it's a ZIP archive"],
    [
      "a quote that is never closed",
      rows("Handle,Title", "a,A", 'b,"B'),
      'products.csv: line 3, column 2 "Title": the quote that opens here',
    ],
  ])("refuses %s with a sentence", async (_, content, sentence) => {
    await expect(extract(content)).rejects.toThrow(sentence);
  });

  test("of a file that is gone or damaged says so", async () => {
    await expect(extractKey("shops/1/source/none.csv")).rejects.toThrow("products.csv: the stored file is missing");
    await mkdir(join(store.objectsFolder, "shops/1/source"), { recursive: true });
    await writeFile(join(store.objectsFolder, "shops/1/source/damaged.csv"), "Handle,Title\n");
    await writeFile(join(store.objectsFolder, "shops/1/source/damaged.csv~sha256"), "0".repeat(64));
    const message = "products.csv: the stored file is damaged. Add the export to the shop again.";
    await expect(extractKey("shops/1/source/damaged.csv")).rejects.toMatchObject({ code: "csv_file_damaged", message });
  });

  test("a sink that fails fails it", async () => {
    const key = await keyOf(rows("Handle,Title", "a,A"));
    const sink: RawSink = { ...nothing, variant: () => Promise.reject(new Error("disk full")) };
    await expect(extractKey(key, { sink })).rejects.toThrow("disk full");
  });
});
