import { type CategoryIndex, categoryIndex } from "../../engine/taxonomy/category-index.ts";
import { type GoogleTaxonomy, printGoogleTaxonomy, readGoogleTaxonomy } from "../../engine/taxonomy/google-taxonomy.ts";
import { readShopifyMapping } from "../../engine/taxonomy/read-shopify-mapping.ts";
import { printShopifyMapping, requireMapping, type ShopifyMapping } from "../../engine/taxonomy/shopify-mapping.ts";
import { requireMostRows } from "../../engine/taxonomy/taxonomy-limits.ts";
import type { Services } from "../operation.ts";
import { refreshTaxonomies } from "./current-taxonomies.ts";
import { type EditionKind, storeEdition } from "./edition-store.ts";
import { fetchEdition } from "./fetch-edition.ts";

/** Where the publishers keep the newest editions. */
export const PUBLISHERS: Readonly<Record<EditionKind, string>> = {
  google: "https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt",
  shopify: "https://api.github.com/repos/Shopify/product-taxonomy/contents/dist/en/integrations/google",
};

/** What editions may be used for, as their publishers say. */
export const LICENCES: Readonly<Record<EditionKind, string>> = {
  google: "Published by Google for use in product data",
  shopify: "MIT, Copyright Shopify Inc.",
};

/** What an update has made of one of the two. */
export interface EditionChange {
  readonly kind: EditionKind;
  readonly edition: string;
  readonly before: string;
  readonly source: string;
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
  /** Categories with another path, or that belong to another of Google's. */
  readonly changed: number;
  /** False: it is the edition in use, to the letter, and nothing was stored. */
  readonly stored: boolean;
}

interface UpdateTerms {
  /** Whether an edition may have far fewer categories than the one in use. */
  readonly acceptSmaller?: boolean;
}

export type EditionPlaces = Readonly<Partial<Record<EditionKind, string>>>;

/**
 * Loads editions from files or URLs. All are read and checked before any is stored, so a fault leaves everything as it was. Other processes
 * use them within a minute.
 */
export async function updateTaxonomies(
  services: Pick<Services, "objects" | "clock" | "log" | "egress">,
  places: EditionPlaces,
  { acceptSmaller = false }: UpdateTerms = {},
): Promise<readonly EditionChange[]> {
  const current = await refreshTaxonomies(services);
  const fetched = {
    google: places.google === undefined ? undefined : await fetchEdition(services.egress, places.google),
    shopify: places.shopify === undefined ? undefined : await fetchEdition(services.egress, places.shopify),
  };
  const date = services.clock.now().toISOString().slice(0, 10);
  const notesOf = (kind: EditionKind, source: string) => ({ Source: source, Date: date, Licence: LICENCES[kind] });
  const changes: Change[] = [];
  let index: CategoryIndex = current.index;
  if (fetched.google !== undefined) {
    const { text, what } = fetched.google;
    const loaded = { ...readGoogleTaxonomy(text, what), notes: notesOf("google", what) };
    index = categoryIndex(loaded);
    changes.push(googleChange(current.google, loaded));
  }
  if (fetched.shopify !== undefined) {
    const { text, what } = fetched.shopify;
    const loaded = { ...requireMapping(readShopifyMapping(text, what), index, what), notes: notesOf("shopify", what) };
    changes.push(shopifyChange(current.shopify, loaded));
  }
  if (!acceptSmaller) for (const { change, inUse } of changes) requireMostRows(change.source, change.rows, inUse);
  for (const { change, text } of changes) if (change.stored) await storeEdition(services.objects, change.kind, text);
  await refreshTaxonomies(services);
  return changes.map(({ change }) => change);
}

interface Change {
  readonly change: EditionChange;
  /** How many categories the edition in use has. */
  readonly inUse: number;
  readonly text: string;
}

function googleChange(before: GoogleTaxonomy, after: GoogleTaxonomy): Change {
  const rows = ({ categories }: GoogleTaxonomy) => new Map(categories.map(({ id, path }) => [id, path]));
  const change = { kind: "google", before: before.edition, edition: after.edition, source: after.notes["Source"] ?? "" } as const;
  return { change: compared(change, rows(before), rows(after)), inUse: before.categories.length, text: printGoogleTaxonomy(after) };
}

function shopifyChange(before: ShopifyMapping, after: ShopifyMapping): Change {
  const rows = ({ categories }: ShopifyMapping) => new Map(categories.map(({ id, path, google }) => [path, `${id} ${google}`]));
  const change = { kind: "shopify", before: before.edition, edition: after.edition, source: after.notes["Source"] ?? "" } as const;
  return { change: compared(change, rows(before), rows(after)), inUse: before.categories.length, text: printShopifyMapping(after) };
}

function compared(
  of: Pick<EditionChange, "kind" | "before" | "edition" | "source">,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): EditionChange {
  const added = [...after.keys()].filter((key) => !before.has(key)).length;
  const removed = [...before.keys()].filter((key) => !after.has(key)).length;
  const changed = [...after].filter(([key, value]) => before.has(key) && before.get(key) !== value).length;
  return { ...of, rows: after.size, added, removed, changed, stored: of.before !== of.edition || added + removed + changed > 0 };
}
