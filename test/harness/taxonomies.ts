import { readFile, writeFile } from "node:fs/promises";
import { type LookupFiles, TAXONOMY_TABLE } from "../../src/engine/plan/aside-query.ts";
import { categoryIndex } from "../../src/engine/taxonomy/category-index.ts";
import { mappedCategories, mappingLines } from "../../src/engine/taxonomy/google-categories.ts";
import { readGoogleTaxonomy } from "../../src/engine/taxonomy/google-taxonomy.ts";
import { readShopifyMapping } from "../../src/engine/taxonomy/read-shopify-mapping.ts";
import { taxonomyLines } from "../../src/engine/taxonomy/taxonomy-file.ts";
import { SHIPPED, type Taxonomies } from "../../src/features/taxonomies/current-taxonomies.ts";
import { unpackEdition } from "../../src/features/taxonomies/edition-store.ts";
import type { TestDuckdb } from "./duckdb.ts";

/** The editions that Feedwright ships. */
export async function shippedTaxonomies(): Promise<Taxonomies> {
  const texts = {
    google: await unpackEdition(await readFile(SHIPPED.google)),
    shopify: await unpackEdition(await readFile(SHIPPED.shopify)),
  };
  const google = readGoogleTaxonomy(texts.google, "google");
  return { google, index: categoryIndex(google), shopify: readShopifyMapping(texts.shopify, "shopify") };
}

/** The shipped taxonomy as a table that rules look categories up in. */
export async function taxonomyTables(duckdb: TestDuckdb): Promise<LookupFiles> {
  const file = duckdb.file("google-taxonomy.tsv");
  await writeFile(file, taxonomyLines((await shippedTaxonomies()).index));
  return new Map([[TAXONOMY_TABLE, { file, columns: [] }]]);
}

/** The shipped mapping as a snapshot reads it. */
export async function mappingFile(duckdb: TestDuckdb): Promise<string> {
  const { index, shopify } = await shippedTaxonomies();
  const file = duckdb.file("google-categories.tsv");
  await writeFile(file, mappingLines(mappedCategories(shopify, index)));
  return file;
}

/** An edition of Google's form with as many categories as one has to have; `first` stands before them. */
export function smallTaxonomy(edition: string, first: readonly string[] = []): string {
  const rows = Array.from({ length: 300 }, (_, at) => `${900_001 + at} - Things > Kind ${at}`);
  return [`# Google_Product_Taxonomy_Version: ${edition}`, ...first, "900000 - Things", ...rows, ""].join("\n");
}

/** A mapping of Shopify's form to the first categories of the shipped taxonomy. */
export function smallMapping(edition: string, googlePaths: readonly string[]): string {
  const rules = googlePaths.slice(0, 400).map((path, at) => ({
    input: { category: { id: `gid://shopify/TaxonomyCategory/zz-${at + 1}`, full_name: `Kind ${at}` } },
    output: { category: [{ id: path, full_name: path }] },
  }));
  return JSON.stringify({
    version: edition,
    mappings: [{ input_taxonomy: `shopify/${edition}`, output_taxonomy: "google/2021-09-21", rules }],
  });
}
