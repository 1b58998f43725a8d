import { keysOf } from "../../../kernel/unsafe.ts";
import { STRIPED } from "../shop-facts.ts";
import { type ColourName, COLOURS } from "../../sample/kinds.ts";
import { valueIn } from "../../sample/product-options.ts";

/** Entries that category metafields point at: Shopify keeps one for each value that the shop uses. */
export interface MetaobjectFacts {
  readonly id: number;
  /** Its display name. */
  readonly title: string;
  /** What it is called in other languages. */
  readonly labels: Readonly<Record<string, string>>;
  /** Of the taxonomy; the id of its value. */
  readonly pattern?: number;
}

const FIRST_METAOBJECT_ID = 120_400_000_001;

const COLOUR_ENTRIES: readonly MetaobjectFacts[] = keysOf<ColourName>(COLOURS).map((title, at) => ({
  id: FIRST_METAOBJECT_ID + at,
  title,
  // French was begun and left lying, as for products.
  labels: { de: valueIn(title, "de"), ...(at % 2 === 0 ? { fr: valueIn(title, "fr") } : {}) },
}));

/** No product of the sample has this one. */
const STRIPES: MetaobjectFacts = {
  id: FIRST_METAOBJECT_ID + COLOUR_ENTRIES.length,
  title: "Harbour blue",
  labels: {},
  pattern: STRIPED.id,
};

export const METAOBJECTS: readonly MetaobjectFacts[] = [...COLOUR_ENTRIES, STRIPES];

/** Category metafields are in Shopify's own namespace, and are lists of metaobjects. */
export function isCategoryMetafield(name: string): boolean {
  return name.startsWith("shopify.");
}

const IDS = new Map(METAOBJECTS.map(({ id, title }) => [title, id]));

/** Of the values that the sample has for a category metafield. */
export function metaobjectIds(values: readonly string[]): readonly number[] {
  return values.flatMap((value) => IDS.get(value) ?? []);
}
