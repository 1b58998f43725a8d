import { categoryKey } from "./category-key.ts";
import type { CategoryIndex } from "./category-index.ts";
import { type EditionNotes, printNotes } from "./edition-notes.ts";
import { GOOGLE_VERSION } from "./google-taxonomy.ts";
import { editionFault, pathFault, requireRowCount } from "./taxonomy-limits.ts";

/** Which category of Google each one of Shopify's is, as Shopify publishes it. */
export interface ShopifyMapping {
  /** Of Shopify's taxonomy: `2025-01`. */
  readonly edition: string;
  /** Of Google's taxonomy that it was made for; null where the file doesn't say. */
  readonly googleEdition: string | null;
  readonly notes: EditionNotes;
  readonly categories: readonly MappedCategory[];
}

export interface MappedCategory {
  /** `aa-1-13-8`, the tail of `gid://shopify/TaxonomyCategory/aa-1-13-8`; blank in files that know paths alone. */
  readonly id: string;
  readonly path: string;
  /** Google's, an id or a full path; blank where there is none. */
  readonly google: string;
}

export const SHOPIFY_VERSION = "Shopify_Product_Taxonomy_Version";
const EDITION = /^\d{4}-\d{2}(?:-\w{1,20})?$/u;
const ID = /^[a-z]{2}(?:-\d{1,6}){0,20}$/u;
/** Of the categories that have one of Google's. Google may drop some in an edition; a file of something else has hardly any. */
const KNOWN_SHARE_MIN = 0.5;

/** Rejects with `taxonomy_invalid` what isn't a whole mapping to the categories of the index. */
export function requireMapping(mapping: ShopifyMapping, index: CategoryIndex, what: string): ShopifyMapping {
  const { edition, categories } = mapping;
  if (!EDITION.test(edition)) throw editionFault(what, "it doesn't name its edition, such as 2025-01");
  requireRowCount(what, categories.length);
  const ids = new Set<string>();
  const keys = new Set<string>();
  for (const { id, path } of categories) {
    const fault = pathFault(path);
    if (fault !== undefined) throw editionFault(what, `the path ${path.slice(0, 100)} ${fault}`);
    if (id !== "" && !ID.test(id)) throw editionFault(what, `${id.slice(0, 100)} isn't an id of Shopify's taxonomy`);
    if (ids.has(id)) throw editionFault(what, `it has the id ${id} twice`);
    const key = categoryKey(path);
    if (keys.has(key)) throw editionFault(what, `it has the path ${path} twice`);
    if (id !== "") ids.add(id);
    keys.add(key);
  }
  requireParents(mapping, keys, what);
  const mapped = categories.filter(({ google }) => google !== "");
  const known = mapped.filter(({ google }) => index.categoryOf(google) !== undefined).length;
  if (known === 0 || known < mapped.length * KNOWN_SHARE_MIN)
    throw editionFault(what, `only ${known} of the ${mapped.length} categories it maps to are in Google's taxonomy ${index.edition}`);
  return mapping;
}

/** A file that was cut or mixed has categories without their parents. */
function requireParents({ categories }: ShopifyMapping, keys: ReadonlySet<string>, what: string): void {
  for (const { path } of categories) {
    const end = path.lastIndexOf(" > ");
    if (end !== -1 && !keys.has(categoryKey(path.slice(0, end)))) throw editionFault(what, `it has ${path} but not its parent`);
  }
}

export function printShopifyMapping({ edition, googleEdition, notes, categories }: ShopifyMapping): string {
  const versions = { [SHOPIFY_VERSION]: edition, ...(googleEdition === null ? {} : { [GOOGLE_VERSION]: googleEdition }) };
  const rows = categories.map(({ id, google, path }) => `${id}\t${google}\t${path}\n`);
  return `${printNotes({ ...versions, ...notes })}${rows.join("")}`;
}
