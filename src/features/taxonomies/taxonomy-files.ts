import { writeFile } from "node:fs/promises";
import { mappingLines } from "../../engine/taxonomy/google-categories.ts";
import { taxonomyLines } from "../../engine/taxonomy/taxonomy-file.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import { currentTaxonomies, type Taxonomies, type TaxonomyServices } from "./current-taxonomies.ts";

/** Local files for a session of DuckDB, in the folder it may read. */

/** Google's categories, for `readTaxonomy` and `taxonomyByKey` of `src/engine/taxonomy/taxonomy-file.ts`. Answers the path. */
export async function writeTaxonomyFile(services: TaxonomyServices, scratch: Pick<Scratch, "file">): Promise<string> {
  const file = scratch.file("google-taxonomy.tsv");
  await writeFile(file, categoriesOf(await currentTaxonomies(services)));
  return file;
}

/** Google's category by the shop's, for `mapCategories`. Answers the path. */
export async function writeMappingFile(services: TaxonomyServices, scratch: Pick<Scratch, "file">): Promise<string> {
  const file = scratch.file("google-categories.tsv");
  await writeFile(file, mappingOf(await currentTaxonomies(services)));
  return file;
}

/** Sessions write the same 16,000 and 5,600 lines again and again, and making them holds up the event loop for up to a tenth of a second. */
const mappings = new WeakMap<Taxonomies, Buffer>();
const categories = new WeakMap<Taxonomies, Buffer>();

function mappingOf(taxonomies: Taxonomies): Buffer {
  const made = mappings.get(taxonomies) ?? Buffer.from(mappingLines(taxonomies.shopify, taxonomies.index));
  mappings.set(taxonomies, made);
  return made;
}

function categoriesOf(taxonomies: Taxonomies): Buffer {
  const made = categories.get(taxonomies) ?? Buffer.from(taxonomyLines(taxonomies.index));
  categories.set(taxonomies, made);
  return made;
}
