import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  RAW_IMAGE_TYPES,
  RAW_PRODUCT_TYPES,
  RAW_VARIANT_TYPES,
  type RawProduct,
  type RawVariant,
} from "../../src/engine/source/raw-tables.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { openDirectoryStore } from "../../src/platform/objects/directory-store.ts";
import { silentLog } from "../../src/platform/objects/silent-log.ts";
import { csvStorefront } from "../../src/storefronts/csv/csv-storefront.ts";
import { catalogArguments, catalogOfSize } from "./catalog-of-size.ts";
import { makeExport } from "./make-export.ts";
import { makeSnapshotRecords } from "./make-snapshot-records.ts";

const VARIANTS = 2_000;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bench-catalog-"));
});
afterAll(() => rm(folder, { recursive: true }));

type JsonRecord = Readonly<Record<string, unknown>>;

async function recordsOf(file: string): Promise<readonly JsonRecord[]> {
  const lines = (await readFile(join(folder, file), "utf8")).split("\n").slice(0, -1);
  return lines.map((line) => members(parseJson(line)));
}

/** What the CSV storefront makes of the same catalog's export. */
async function extracted(): Promise<{
  readonly products: readonly RawProduct[];
  readonly variants: readonly RawVariant[];
  readonly warnings: readonly string[];
}> {
  const products: RawProduct[] = [];
  const variants: RawVariant[] = [];
  await using store = await openDirectoryStore({ root: join(folder, "store"), log: silentLog });
  await using scratch = await store.scratch();
  makeExport(catalogOfSize(VARIANTS), scratch.file("export.csv"));
  await store.put("uploads/export.csv", scratch.file("export.csv"));
  const { warnings } = await csvStorefront(store).extract({
    shop: {
      domain: "shop.bench.example",
      currency: "EUR",
      config: { object: "uploads/export.csv", file_name: "export.csv" },
      metafields: null,
    },
    sink: {
      product: (record) => void products.push(record),
      variant: (record) => void variants.push(record),
      image() {},
      fact() {},
      beside() {},
      lines() {},
    },
    signal: new AbortController().signal,
    progress() {},
    file: (name) => name,
    mark: { shop: "fw-1", extract: "ext_1" },
    wanted: { locales: [], countries: [] },
    budget: { take: async () => 0, report: async () => {} },
  });
  return { products, variants, warnings: warnings.map(({ code }) => code) };
}

/** Facts that an export and a platform's own records both have, in the same words. */
const PRODUCT_FACTS = [
  "key", "handle", "title", "body_html", "vendor", "product_type", "category", "tags", "status", "published", "link", "seo_title",
  "seo_description", "gift_card", "option1_name", "option2_name", "option3_name",
] as const satisfies readonly (keyof RawProduct)[]; // prettier-ignore
const VARIANT_FACTS = [
  "product_key", "sku", "barcode", "price", "compare_at_price", "cost", "inventory_quantity", "inventory_policy", "inventory_tracked",
  "option1_value", "option2_value", "option3_value", "weight", "weight_unit", "image", "requires_shipping", "markets",
] as const satisfies readonly (keyof RawVariant)[]; // prettier-ignore

const only = (names: readonly string[]) => (record: object) => names.map((name) => members(record)[name]);

describe("a catalog of any size", () => {
  test("has exactly the variants asked for, even within a product", () => {
    for (const wanted of [1, 2, 3, 500, 501]) {
      const found = [...catalogOfSize(wanted)].reduce((sum, { variants }) => sum + variants.length, 0);
      expect(found).toBe(wanted);
    }
  });

  test("becomes records with every member of their tables, counted as they are answered", async () => {
    const counts = makeSnapshotRecords(catalogOfSize(VARIANTS), folder);
    const [products, variants, images] = await Promise.all(["products.ndjson", "variants.ndjson", "images.ndjson"].map(recordsOf));
    expect(counts).toMatchObject({ products: products?.length, variants: VARIANTS, images: images?.length });
    expect(variants).toHaveLength(VARIANTS);
    const sizes = await Promise.all(["products", "variants", "images"].map((name) => stat(join(folder, `${name}.ndjson`))));
    expect(counts.bytes).toBe(sizes.reduce((sum, { size }) => sum + size, 0));
    for (const [records, types] of [[products, RAW_PRODUCT_TYPES], [variants, RAW_VARIANT_TYPES], [images, RAW_IMAGE_TYPES]] as const) {
      expect(new Set(records?.flatMap((record) => Object.keys(record)))).toEqual(new Set(Object.keys(types)));
    } // prettier-ignore
    expect(new Set(variants?.map(({ id }) => id)).size).toBe(VARIANTS);
  });

  test("says in records what the CSV storefront reads from the export, which has nothing wrong with it", async () => {
    makeSnapshotRecords(catalogOfSize(VARIANTS), folder);
    const { products, variants, warnings } = await extracted();
    // The catalog has a market that no country is named after, and variants without a price.
    expect(warnings).toEqual(["market_currency_unknown", "price_missing"]);
    expect((await recordsOf("products.ndjson")).map(only(PRODUCT_FACTS))).toEqual(products.map(only(PRODUCT_FACTS)));
    expect((await recordsOf("variants.ndjson")).map(only(VARIANT_FACTS))).toEqual(variants.map(only(VARIANT_FACTS)));
  });

  test("is the same file every time", async () => {
    const [first, second] = [join(folder, "first.csv"), join(folder, "second.csv")];
    const { bytes } = makeExport(catalogOfSize(300), first);
    makeExport(catalogOfSize(300), second);
    const content = await readFile(first);
    expect(content.length).toBe(bytes);
    expect(content.equals(await readFile(second))).toBe(true);
  });
});

describe("arguments", () => {
  test("name a number of variants and a path", () => {
    expect(catalogArguments(["--variants", "5000000", "--out", "catalog"])).toEqual({ variants: 5_000_000, out: "catalog" });
  });

  test.each([["--variants", "0", "--out", "x"], ["--variants", "many", "--out", "x"], ["--variants", "10"], ["--variants", "99999999999", "--out", "x"]])(
    "%s %s … are refused with what to say instead",
    (...args) => {
      expect(() => catalogArguments(args)).toThrow(/--variants 100000 --out PATH/);
    },
  ); // prettier-ignore
});
