import { writeFile } from "node:fs/promises";
import { mappingLines } from "../../engine/taxonomy/google-categories.ts";
import { taxonomyLines } from "../../engine/taxonomy/taxonomy-file.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import { currentTaxonomies, type Taxonomies, type TaxonomyServices } from "./current-taxonomies.ts";

/** Local files for a session of DuckDB, in the folder it may read. */

/** Google's categories, for `readTaxonomy` and `taxonomyByKey` of `src/engine/taxonomy/taxonomy-file.ts`. Answers the path. */
export async function writeTaxonomyFile(services: TaxonomyServices, scratch: Pick<Scratch, "file">): Promise<string> {
  const { index } = await currentTaxonomies(services);
  const file = scratch.file("google-taxonomy.tsv");
  await writeFile(file, taxonomyLines(index));
  return file;
}

/** Google's category by the shop's, for `mapCategories`. Answers the path. */
export async function writeMappingFile(services: TaxonomyServices, scratch: Pick<Scratch, "file">): Promise<string> {
  const file = scratch.file("google-categories.tsv");
  await writeFile(file, mappingOf(await currentTaxonomies(services)));
  return file;
}

/** Every extract writes the same 16,000 lines, and making them holds up the event loop for a tenth of a second. */
const mappings = new WeakMap<Taxonomies, Buffer>();

function mappingOf(taxonomies: Taxonomies): Buffer {
  const made = mappings.get(taxonomies) ?? Buffer.from(mappingLines(taxonomies.shopify, taxonomies.index));
  mappings.set(taxonomies, made);
  return made;
}
