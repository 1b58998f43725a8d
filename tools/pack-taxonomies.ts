import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { categoryIndex } from "../src/engine/taxonomy/category-index.ts";
import { printGoogleTaxonomy, readGoogleTaxonomy } from "../src/engine/taxonomy/google-taxonomy.ts";
import { readShopifyMapping } from "../src/engine/taxonomy/read-shopify-mapping.ts";
import { printShopifyMapping, requireMapping } from "../src/engine/taxonomy/shopify-mapping.ts";
import { SHIPPED } from "../src/features/taxonomies/current-taxonomies.ts";
import { packEdition } from "../src/features/taxonomies/edition-store.ts";
import { LICENCES, PUBLISHERS } from "../src/features/taxonomies/update-taxonomies.ts";

/**
 * Writes the editions that Feedwright ships, from the publishers' files:
 * `node tools/pack-taxonomies.ts <google file> <shopify file> <date they were taken>`.
 */
const [google = "", shopify = "", date = ""] = process.argv.slice(2);
const taxonomy = readGoogleTaxonomy(await readFile(google, "utf8"), basename(google));
const read = readShopifyMapping(await readFile(shopify, "utf8"), basename(shopify));
const mapping = requireMapping(read, categoryIndex(taxonomy), basename(shopify));
const notes = { Date: date };
const texts = {
  google: printGoogleTaxonomy({ ...taxonomy, notes: { Source: PUBLISHERS.google, ...notes, Licence: LICENCES.google } }),
  shopify: printShopifyMapping({
    ...mapping,
    notes: { Source: "https://github.com/Shopify/product-taxonomy", ...notes, Licence: LICENCES.shopify },
  }),
};
await writeFile(SHIPPED.google, await packEdition(texts.google));
await writeFile(SHIPPED.shopify, await packEdition(texts.shopify));
