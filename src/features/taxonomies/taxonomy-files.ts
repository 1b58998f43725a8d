import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { mappedCategories, type MappedCategory, mappingLines } from "../../engine/taxonomy/google-categories.ts";
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

/** Google's category by the shop's, as a file. */
export interface MappingFile {
  readonly path: string;
  /** Differs for each edition. A row holds its product's Google category, so rows made with different editions mustn't be mixed. */
  readonly digest: string;
}

/** Google's category by the shop's, for `mapCategories`. */
export async function writeMappingFile(services: TaxonomyServices, scratch: Pick<Scratch, "file">): Promise<MappingFile> {
  const path = scratch.file("google-categories.tsv");
  const { lines, digest } = mappingOf(await currentTaxonomies(services));
  await writeFile(path, lines);
  return { path, digest };
}

/** Sessions write the same 16,000 and 5,600 lines again and again, and making them holds up the event loop for up to a tenth of a second. */
const mappings = new WeakMap<Taxonomies, Mapping>();
const categories = new WeakMap<Taxonomies, Buffer>();

interface Mapping {
  readonly lines: Buffer;
  readonly digest: string;
}

function mappingOf(taxonomies: Taxonomies): Mapping {
  const made = mappings.get(taxonomies) ?? makeMapping(mappedCategories(taxonomies.shopify, taxonomies.index));
  mappings.set(taxonomies, made);
  return made;
}

/** The digest is of what the edition says. The layout of the file may differ between releases, and a snapshot outlives an upgrade. */
function makeMapping(mapped: ReadonlyMap<string, MappedCategory>): Mapping {
  const said = [...mapped.values()].map(({ category, google }) => `${category}\t${google}\n`).join("");
  return { lines: Buffer.from(mappingLines(mapped)), digest: createHash("sha256").update(said).digest("hex").slice(0, 32) };
}

function categoriesOf(taxonomies: Taxonomies): Buffer {
  const made = categories.get(taxonomies) ?? Buffer.from(taxonomyLines(taxonomies.index));
  categories.set(taxonomies, made);
  return made;
}
