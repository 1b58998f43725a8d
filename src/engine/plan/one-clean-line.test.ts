import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { arbitraryFeeds, feedOf } from "../../../test/golden/arbitrary-feeds.ts";
import { EXTRA_COLUMNS, type FeedInputs, feedDefinition, readRules, runFeed } from "../../../test/golden/feed-run.ts";
import { ranRows } from "../../../test/golden/opened-feed.ts";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { type TestDuckdb, testDuckdb } from "../../../test/harness/duckdb.ts";
import {
  productFact,
  type RawCatalog,
  rawImage,
  rawProduct,
  rawVariant,
  takeSnapshot,
  type TestSnapshot,
} from "../../../test/harness/raw-records.ts";
import { literal, sql } from "../sql/fragment.ts";
import type { LookupFiles } from "./aside-query.ts";
import type { FeedDefinition } from "./feed-definition.ts";

/**
 * A run looks for control characters and line ends only where they may be. Whoever puts one somewhere, no value of a feed has one: each
 * is what it would be if every value were looked at.
 */

const duckdb = await testDuckdb();
const taken = new Map<string, Promise<{ readonly own: TestDuckdb; readonly snapshot: TestSnapshot }>>();
afterAll(async () => {
  for (const { own } of await Promise.all(taken.values())) await own[Symbol.asyncDispose]();
  await duckdb[Symbol.asyncDispose]();
});

const LINE_BREAKING = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/u;
const ENDS = /^[ \u00A0\u3000]|[ \u00A0\u3000]$/u;

/** U+0000 is refused wherever a text comes in. */
const PLANTED = ["\t", "\n", "\r\n", "\u0001", "\u000B", "\u001F", "\u007F", "\u0080", "\u0085", "\u009F", "\u2028", "\u2029"];
/** Every one of them, in the midst and at the ends. */
const DIRT = ` \t${PLANTED.map((character, at) => `p${at}${character}`).join("")}\u3000`;

interface Planting {
  /** Members of the one product. */
  readonly product?: object;
  readonly variant?: object;
  readonly imageUrl?: string;
  readonly fact?: string;
  readonly definition?: Partial<Omit<FeedDefinition, "rules">>;
  readonly rules?: readonly object[];
  readonly overlays?: Pick<FeedInputs, "localised" | "cells" | "overrides" | "tables">;
}

const CLEAN = "A clean line";
const METAFIELD = "metafield-a";

function catalogWith({ product, variant, imageUrl, fact = CLEAN }: Planting): RawCatalog {
  const first = { title: CLEAN, vendor: CLEAN, product_type: CLEAN, body_html: `<p>${CLEAN}</p>`, category: CLEAN, seo_title: CLEAN };
  return {
    products: [
      rawProduct(1, { key: "shirt", id: "1", option1_name: "Color", option2_name: "Size", ...first, ...product }),
      rawProduct(2, { key: "mug", id: "2", ...first }),
    ],
    variants: [
      rawVariant(1, { product_key: "shirt", id: "11", price: "10", sku: "S1", option1_value: "Red" }),
      rawVariant(2, {
        product_key: "shirt",
        id: "12",
        price: "10",
        sku: "S2",
        option1_value: "Blue",
        weight: "1",
        weight_unit: "kg",
        ...variant,
      }),
      rawVariant(3, { product_key: "mug", id: "21", price: "5", sku: "M", weight: "1", weight_unit: "kg" }),
    ],
    images: ["https://cdn.example/1.jpg", imageUrl ?? "https://cdn.example/2.jpg", "https://cdn.example/3.jpg"].map((url, at) =>
      rawImage(at + 1, { product_key: "shirt", url }),
    ),
    facts: [productFact("shirt", METAFIELD, fact)],
    metafieldColumns: [METAFIELD],
  };
}

const set = (value: string, target = "title"): object => ({ type: "set_value", target, value });
const references = [...DIRT].map((character) => `&#${character.codePointAt(0)};`).join("");

/** One for all places of the same catalog. */
function snapshotOf(catalog: RawCatalog) {
  const key = JSON.stringify(catalog);
  const found = taken.get(key) ?? testDuckdb().then(async (own) => ({ own, snapshot: await takeSnapshot(own, catalog) }));
  taken.set(key, found);
  return found;
}

async function colours(own: TestDuckdb): Promise<LookupFiles> {
  const file = own.file("colours.parquet");
  await own.run(sql`COPY (SELECT 'red' AS k1, ${literal(DIRT)} AS v1) TO ${literal(file)} (FORMAT parquet)`);
  return new Map([["colours", { file, columns: ["family"] }]]);
}

/** Columns of the rules' feed that each begin as one clean line, and that one rule writes. */
const LINES = [
  "title",
  "brand",
  ...[0, 1, 2, 3, 4].map((at) => `custom_label_${at}`),
  "product_type",
  "material",
  "pattern",
  "color",
  "size",
];
const LINE_MAPPINGS = Object.fromEntries(LINES.map((column) => [column, "vendor"]));

/** Rules that write what no line may have, each into columns that no other of them writes. */
const RULES: readonly object[] = [
  // A value, and one that an expression says.
  set(DIRT, "mpn"),
  set(`="${DIRT}"`, "gtin"),
  { ...set(DIRT, "link"), condition: "[D]sku = S2" },
  // A value that a later rule reads.
  set(DIRT, "image_link"),
  set("=[G]image_link & [D]title", "mobile_link"),
  // Spaces that are left over between blank values.
  set(`=[D]barcode & " " & [D]barcode`, "description"),
  set(`=" " & [D]vendor`, "shipping_label"),
  // Separators, templates and replacements.
  { type: "append", target: "title", value: "x", separator: DIRT },
  { type: "combine", target: "brand", parts: ["x", "y"], separator: "\t" },
  { type: "template", target: "custom_label_0", template: `{{[D]title}}${DIRT}` },
  { type: "replace", target: "custom_label_1", find: "clean", replace_with: DIRT },
  { type: "replace_many", target: "custom_label_2", pairs: [{ from: "clean", to: DIRT }] },
  { type: "replace", target: "custom_label_3", find: "c(l)", replace_with: `\\1${DIRT}`, match: "regex" },
  set(`=regex_replace([D]vendor, "clean", "\n")`, "custom_label_4"),
  // Tables, of the rule's own and looked up.
  { type: "map_values", target: "product_type", from: "[D]vendor", pairs: [{ from: CLEAN, to: DIRT }] },
  set('=lookup("colours", "red")', "material"),
  // What is decoded.
  set(`=html_decode([D]"${METAFIELD}")`, "pattern"),
  set(`=html_decode([D]"${METAFIELD}")`, "extra_1"),
  { type: "clean", target: "extra_1", decode_entities: true },
  set(`=url_decode("a%09b%0Ac%C2%85")`, "color"),
  // What is cut out of a text, and what grows past its greatest length.
  set("=left([D]vendor, 2)", "size"),
  { type: "truncate", target: "extra_2", length: 2, at: "character" },
  set(`=[D]title & [D]title & "abcde fgh"`, "gender"),
  // Currencies of amounts.
  set(`=money(5, "U\tD")`, "age_group"),
  set(`=price_ending("5 \t", "0.99")`, "condition"),
];

/** Different columns read the places of one catalog, so that each place has to be found by itself. */
const PLACES: Readonly<Record<string, (own: TestDuckdb) => Planting | Promise<Planting>>> = {
  "a title, a vendor, a link, a variant's numbers and its unit of weight": () => ({
    product: { title: DIRT, vendor: DIRT, link: `https://shop.example/${DIRT}` },
    variant: { sku: DIRT, barcode: DIRT, weight_unit: DIRT },
  }),
  "a description, a status word, options and a variant's own picture": () => ({
    product: { body_html: `<p>a\u0001b\u007Fc\u0085d</p>\u2003`, category: DIRT },
    variant: { option1_value: DIRT, option2_value: DIRT, image: `https://cdn.example/${DIRT}` },
    definition: { mappings: { custom_label_0: "category" } },
  }),
  "the last of a product's pictures, a metafield, and odd white space behind a comma in a list": () => ({
    product: { tags: ["a", "\uFEFF\u2003b", "c"] },
    imageUrl: `https://cdn.example/${DIRT}`,
    fact: DIRT,
    definition: { mappings: { custom_label_0: METAFIELD, custom_label_1: "=list_slice([D]tags, 2, 3)" } },
  }),
  "a picture that is odd white space first, and what is cut at its greatest length": () => ({
    imageUrl: "\u2003https://cdn.example/x",
    product: { body_html: `${"x".repeat(19_999)} ${"y".repeat(10)}`, title: `${"é".repeat(19_999)} y` },
  }),
  "a translation and a translated description": () => ({
    definition: { feedType: "language" },
    overlays: { localised: { "12": { title: DIRT, body_html: `a\u0001b` } } },
  }),
  "cells of texts and of the pictures": () => ({
    overlays: { cells: { "12": { title: DIRT, vendor: DIRT, additional_images: `x,${DIRT},y` } } },
  }),
  "overrides and mappings": () => ({
    definition: { mappings: { custom_label_0: `="${DIRT}"`, brand: `=[D]vendor & "\t"` } },
    overlays: { overrides: { "12": { title: DIRT, description: DIRT } } },
  }),
  "what rules write": async (own) => ({
    product: { title: "x".repeat(9_997) },
    fact: references,
    definition: { mappings: { ...LINE_MAPPINGS, extra_2: "vendor" } },
    rules: RULES,
    overlays: { tables: await colours(own) },
  }),
  "items of which rows are made": () => ({
    product: { tags: ["a", "\u2003b"] },
    rules: [{ type: "split_row", over: "[D]tags", target: "title" }],
  }),
};

describe("no value of a feed is other than one clean line, and all are as if each were looked at, where something else is in", () => {
  test.each(Object.entries(PLACES))("%s", async (_, plant) => {
    const planting = await plant(duckdb);
    const { own, snapshot } = await snapshotOf(catalogWith(planting));
    const definition = feedDefinition({ ...planting.definition, extraColumns: EXTRA_COLUMNS, rules: readRules(planting.rules ?? []) });
    const run = await runFeed(own, { snapshot, definition, ...planting.overlays }, "files");
    const looked = await runFeed(own, { snapshot: { ...snapshot, clean: [] }, definition, ...planting.overlays }, "files");
    const values = run.rows.flatMap(({ fields, attributes }) => Object.entries({ ...fields, ...attributes }));
    expect(values.filter(([, value]) => LINE_BREAKING.test(value) || ENDS.test(value))).toEqual([]);
    expect(run.rows).toEqual(looked.rows);
    const file = await readFile(run.canonicalFile, "utf8");
    expect(file).toBe(await readFile(looked.canonicalFile, "utf8"));
    expect(file.split("\n").map((line) => line.split("\t").length)).toEqual([
      ...run.rows.filter(({ reason }) => reason === null).map(() => run.columns.length),
      run.columns.length,
      1,
    ]);
    // Most columns are clean in each catalog; otherwise nothing would be skipped, and this would show nothing.
    expect(snapshot.clean.length).toBeGreaterThan(snapshot.columns.length - 12);
  });

  test("no two rules write one column, other than one that cleans what another has decoded", () => {
    const targets = readRules(RULES).flatMap(({ steps }) => steps.flatMap((step) => ("target" in step ? [step.target.name] : [])));
    expect(new Set(targets).size).toBe(targets.length - 1);
  });
});

test("whatever random feeds make of rows that are clean in some columns, they make the same where each value is looked at", async () => {
  const cleaned = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  let told = 0;
  const property = fc.asyncProperty(arbitraryFeeds, fc.integer({ min: 1, max: 9 }), async (written, nth) => {
    const rows = written.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value], at) => [column, at % nth === 0 ? value : cleaned(value)])),
    );
    const feed = await feedOf(duckdb, { ...written, rows });
    told += feed.cleanColumns.length;
    const found = await ranRows(duckdb, feed, written.definition);
    expect(found).toEqual(await ranRows(duckdb, { ...feed, cleanColumns: [] }, written.definition));
    expect(found.flatMap(({ fields }) => Object.values(fields)).filter((value) => LINE_BREAKING.test(value))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 2 * testRuns });
  expect(told).toBeGreaterThan(0);
});
