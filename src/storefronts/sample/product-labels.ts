import { KINDS, type ColourName } from "./kinds.ts";
import { isMaterial, type ProductFacts, wordsOf } from "./product-facts.ts";
import { COLOUR_METAFIELD } from "./product-options.ts";
import type { SampleCollection, SampleMetafields } from "./sample-product.ts";
import type { Draw } from "./seeded-draw.ts";
import type { Language } from "./words/languages.ts";

/** A metafield the shop has defined; its name is in whatever language the person wrote who defined it. */
export interface MetafieldDefinition {
  readonly namespaceAndKey: string;
  readonly name: string;
  readonly list: boolean;
}

export const PRODUCT_METAFIELDS: readonly MetafieldDefinition[] = [
  { namespaceAndKey: "custom.material", name: "Material", list: false },
  { namespaceAndKey: "custom.care", name: "Pflegehinweise", list: false },
  { namespaceAndKey: "custom.season", name: "Saison d’achat", list: true },
  { namespaceAndKey: COLOUR_METAFIELD, name: "Color", list: true },
];

export const VARIANT_METAFIELDS: readonly MetafieldDefinition[] = [
  { namespaceAndKey: "custom.lead_time_days", name: "Lead time (days)", list: false },
];

const TAGS = [
  "new in", "gift idea", "bestseller", "made to order", "last chance", "🌱 plant based", "50% off", "café", "Größe fällt klein aus", "AW26",
  "size:runs-small", "online_only",
] as const; // prettier-ignore

const SEASONS = ["Spring", "Summer", "Autumn", "Winter"] as const;

const FIRST_COLLECTION_ID = 290_400_000_000;
/** The titles have what breaks lists: a comma, an ampersand. */
const CURATED: readonly SampleCollection[] = [
  { id: FIRST_COLLECTION_ID + 101, handle: "new-this-season", title: "New this season" },
  { id: FIRST_COLLECTION_ID + 102, handle: "gifts-small-large", title: "Gifts, small & large" },
  { id: FIRST_COLLECTION_ID + 103, handle: "last-pieces", title: "Last pieces" },
];

/** A merchant made it and has put nothing in it yet. */
const EMPTY: SampleCollection = { id: FIRST_COLLECTION_ID + 104, handle: "coming-soon", title: "Coming soon" };

export interface ProductLabels {
  readonly tags: readonly string[];
  readonly collections: readonly SampleCollection[];
  readonly metafields: SampleMetafields;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
}

export function productLabels(facts: ProductFacts, title: string, colours: readonly ColourName[]): ProductLabels {
  const draw = facts.draw("labels");
  return {
    tags: tagsOf(facts, draw),
    collections: [kindCollection(facts), ...(draw.chance(40) ? [draw.pick(CURATED)] : [])],
    metafields: metafieldsOf(facts, draw, colours),
    ...(draw.chance(25)
      ? { seoTitle: `${title} | ${facts.vendor || facts.model}`, seoDescription: wordsOf(facts.language).features.slice(0, 3).join(". ") }
      : { seoTitle: null, seoDescription: null }),
  };
}

/** Shopify keeps tags in the order of the alphabet. */
function tagsOf({ kind, onSale }: ProductFacts, draw: Draw): readonly string[] {
  const drawn = Array.from({ length: draw.below(4) }, () => draw.pick(TAGS));
  return [...new Set([wordsOf("en").types[kind.name], ...drawn, ...(onSale ? ["Sale"] : [])])].toSorted();
}

const KIND_NAMES = Object.keys(KINDS);

function kindCollection({ kind }: Pick<ProductFacts, "kind">): SampleCollection {
  return { id: FIRST_COLLECTION_ID + 1 + KIND_NAMES.indexOf(kind.name), handle: kind.name, title: wordsOf("en").types[kind.name] };
}

/** Every collection the shop has, whether one of its products is in it or not. */
export function sampleCollections(): readonly SampleCollection[] {
  return [...Object.values(KINDS).map((kind) => kindCollection({ kind })), ...CURATED, EMPTY];
}

/** What a collection is called in other languages; those that a merchant put together were never translated. */
export function collectionTitles({ handle }: SampleCollection): Readonly<Record<string, string>> {
  const kind = Object.values(KINDS).find(({ name }) => name === handle);
  return kind === undefined ? {} : { de: wordsOf("de").types[kind.name], fr: wordsOf("fr").types[kind.name] };
}

function metafieldsOf(facts: ProductFacts, draw: Draw, colours: readonly ColourName[]): SampleMetafields {
  const season = draw.below(SEASONS.length - 1);
  return {
    ...textMetafields(facts, facts.language),
    ...(draw.chance(30) ? { "custom.season": SEASONS.slice(season, season + 2) } : {}),
    ...(facts.kind.axes.some(({ name }) => name === "colour") ? { [COLOUR_METAFIELD]: colours } : {}),
    ...(draw.chance(70) ? googleMetafields(facts, draw) : {}),
  };
}

/** The metafields that are text of a language, and so translated. */
export function textMetafields({ detail, draw, kind }: ProductFacts, language: Language): Readonly<Record<string, string>> {
  const words = wordsOf(language);
  const drawn = draw("texts");
  const care = drawn.pick(words.care);
  return {
    ...(isMaterial(detail) ? { "custom.material": words.materials[detail] } : {}),
    ...(kind.worn && drawn.chance(50) ? { "custom.care": care } : {}),
  };
}

const CONDITIONS = ["new", "new", "new", "new", "new", "new", "new", "new", "refurbished", "used"] as const;

function googleMetafields({ kind, item, onSale }: ProductFacts, draw: Draw): Readonly<Record<string, string>> {
  return {
    "mm-google-shopping.google_product_category": item.google,
    "mm-google-shopping.condition": draw.pick(CONDITIONS),
    "mm-google-shopping.custom_product": "FALSE",
    "mm-google-shopping.custom_label_0": onSale ? "sale" : "regular",
    ...(kind.worn
      ? {
          "mm-google-shopping.gender": draw.pick(["female", "male", "unisex"]),
          "mm-google-shopping.age_group": draw.pick(["adult", "adult", "kids"]),
        }
      : {}),
  };
}
