import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { mappingFile, shippedTaxonomies } from "../../../test/harness/taxonomies.ts";
import { rawProduct, rawVariant, sourceRows, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { mappedCategories, mappingLines } from "./google-categories.ts";
import { readShopifyMapping } from "./read-shopify-mapping.ts";

type ShopCategory = readonly [id: string | null, path: string | null];

const SHIRTS = "Apparel & Accessories > Clothing > Shirts & Tops";
const CLOTHING = "Apparel & Accessories > Clothing";

/** What a snapshot says of products in these categories. */
async function googleCategories(categories: readonly ShopCategory[], lines?: string): Promise<readonly (string | undefined)[]> {
  await using duckdb = await testDuckdb();
  const file = await mappingFile(duckdb);
  if (lines !== undefined) await writeFile(file, lines);
  const products = categories.map(([id, path], at) =>
    rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), category_id: id, category: path }),
  );
  const variants = products.map(({ key }, at) => rawVariant(at + 1, { product_key: key, id: String(at + 1) }));
  const rows = await sourceRows(duckdb, await takeSnapshot(duckdb, { products, variants, googleCategories: file }));
  return rows.map(({ value }) => value("google_category"));
}

test("a product's Google category is that of Shopify's: by id, else by path, else the nearest parent that is known", async () => {
  const cases: readonly (readonly [ShopCategory, string])[] = [
    [["aa-1-13-8", `${CLOTHING} > Clothing Tops > T-Shirts`], SHIRTS],
    // The id alone, as an export may have it.
    [["aa-1-13-8", null], SHIRTS],
    [["AA-1-13-8", null], SHIRTS],
    // The path alone, as an export has it.
    [[null, `${CLOTHING} > Clothing Tops > T-Shirts`], SHIRTS],
    [[null, ` apparel & accessories>Clothing  > clothing tops > t-shirts`], SHIRTS],
    // A newer id, whose name nobody knows.
    [["aa-1-13-99", `${CLOTHING} > Clothing Tops > Togas`], SHIRTS],
    [["aa-1-13-99-3-1", null], SHIRTS],
    [["aa-1-999", null], CLOTHING],
    [[null, `${CLOTHING} > Togas > Purple Togas`], CLOTHING],
    // A category that has moved: its new id isn't known, its path is.
    [["aa-1-999", `${CLOTHING} > Clothing Tops > T-Shirts`], SHIRTS],
    // A path of Google's own that Shopify doesn't have.
    [[null, SHIRTS], SHIRTS],
    [["zz-1-2", null], ""],
    [[null, "Uncategorized"], ""],
    [[null, "Things > Shirts & Tops"], ""],
    [[null, "T-Shirts"], ""],
    [["166", null], ""],
    [[null, null], ""],
    [[null, "> > >"], ""],
    [["a'b", "it's > '"], ""],
    [[null, "A > ".repeat(3_000)], ""],
  ];
  expect(await googleCategories(cases.map(([category]) => category))).toEqual(cases.map(([, google]) => google));
});

test("a file with paths alone maps products that have an id as well, and categories without one of Google's are in their parent's", async () => {
  const { index } = await shippedTaxonomies();
  const mapping = readShopifyMapping("→ Media\n⇒ Media\n\n→ Media > Books\n⇒ Media > Books\n\n→ Media > Books > Zines\n", "x");
  const cases: readonly ShopCategory[] = [
    ["me-1", "Media > Books"],
    ["me-1-9", "Media > Books > Zines"],
    ["me-7", "Media > Tapes"],
  ];
  expect(await googleCategories(cases, mappingLines(mappedCategories(mapping, index)))).toEqual([
    "Media > Books",
    "Media > Books",
    "Media",
  ]);
});

test("a category that Google's edition doesn't have is left out of the mapping, and its products are in the parent's", async () => {
  const { index } = await shippedTaxonomies();
  const mapping = readShopifyMapping("aa\t166\tApparel\naa-1\t999999\tApparel > Gone\n", "x");
  expect(await googleCategories([["aa-1", "Apparel > Gone"]], mappingLines(mappedCategories(mapping, index)))).toEqual([
    "Apparel & Accessories",
  ]);
});
