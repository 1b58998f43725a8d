import { z } from "zod";
import { sampleCollections } from "../../sample/product-labels.ts";
import type { SampleCollection, SampleProduct, SampleTranslation, SampleVariant } from "../../sample/sample-product.ts";
import { MARKETS } from "../market-facts.ts";
import type { ToldProduct, ToldVariant } from "./product-traits.ts";

/** What may be changed of a product from outside. A price or stock of the product itself goes for all of its variants. */

const Amount = z.string().regex(/^\d{1,9}\.\d{2}$/, "must be an amount with two decimals such as 19.90");
const Quantity = z.int().min(-1_000_000).max(1_000_000);
const Text = z.string().max(255);
const BODY_MAX = 524_287;

const SaleFacts = {
  price: Amount.optional(),
  compareAtPrice: Amount.nullable().optional(),
  quantity: Quantity.optional(),
  tracked: z.boolean().optional(),
  policy: z.enum(["deny", "continue"]).optional(),
};

const MarketAmount = z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/, "must be an amount such as 19.90");
const MarketChange = z.strictObject({
  /** Fixed, in the market's currency; null takes the fixed price away. */
  price: MarketAmount.nullable().optional(),
  compareAtPrice: MarketAmount.nullable().optional(),
  published: z.boolean().optional(),
});
export type MarketChange = z.infer<typeof MarketChange>;

/** By the market's handle. */
const MarketChanges = z.partialRecord(z.enum(MARKETS.map(({ handle }) => handle)), MarketChange);
type MarketChanges = z.infer<typeof MarketChanges>;

const VariantChange = z.strictObject({
  position: z.int().min(1),
  ...SaleFacts,
  markets: MarketChanges.optional(),
  sku: Text.nullable().optional(),
  barcode: Text.nullable().optional(),
  published: z.boolean().optional(),
});

/** Of one language; null takes a text away. */
const TranslationChange = z.strictObject({
  title: z.string().nullable().optional(),
  bodyHtml: z.string().max(BODY_MAX).nullable().optional(),
  handle: Text.nullable().optional(),
  productType: Text.nullable().optional(),
  seoTitle: Text.nullable().optional(),
  seoDescription: Text.nullable().optional(),
});
type TranslationChange = z.infer<typeof TranslationChange>;
/** Text, a list of texts, or what Shopify stores for a type; null takes the metafield away. */
const MetafieldValue = z
  .union([Text, z.array(Text).max(128), z.strictObject({ type: Text.min(1), value: z.string().min(1).max(65_535) })])
  .nullable();

export const ProductChange = z.strictObject({
  title: Text.min(1).optional(),
  descriptionHtml: z.string().max(BODY_MAX).optional(),
  vendor: Text.optional(),
  productType: Text.optional(),
  tags: z.array(Text).max(250).optional(),
  status: z.enum(["active", "draft", "archived", "unlisted"]).optional(),
  published: z.boolean().optional(),
  giftCard: z.boolean().optional(),
  sellingPlanOnly: z.boolean().optional(),
  combinedListing: z.enum(["PARENT", "CHILD"]).nullable().optional(),
  bundle: z.boolean().optional(),
  collections: z.array(z.int()).max(250).optional(),
  metafields: z.record(z.string().regex(/^[^.]+\.[^.]+$/, "is named namespace.key"), MetafieldValue).optional(),
  ...SaleFacts,
  markets: MarketChanges.optional(),
  variants: z.array(VariantChange).max(2_048).optional(),
  /** By locale; null removes everything of that language. */
  translations: z.record(z.string().regex(/^[A-Za-z-]{2,20}$/), TranslationChange.nullable()).optional(),
});

export type ProductChange = z.infer<typeof ProductChange>;
type VariantChange = z.infer<typeof VariantChange>;
type SaleChange = Pick<ProductChange, keyof typeof SaleFacts>;

/** A product of the shop: one of the sample, with what was changed for single markets. */
export interface ShopProduct extends SampleProduct, ToldProduct {
  readonly variants: readonly ShopVariant[];
  readonly marketChanges?: MarketChanges;
}

export interface ShopVariant extends SampleVariant, ToldVariant {
  readonly marketChanges?: MarketChanges;
}

/** The product after the change. What changed carries `updatedAt`; a change of a variant is one of its product, too. */
export function changedProduct(product: SampleProduct, change: ProductChange, updatedAt: string): ShopProduct {
  const { title, descriptionHtml, vendor, productType, tags, status, published, giftCard, markets } = change;
  const { sellingPlanOnly, combinedListing, bundle, collections, metafields } = change;
  return {
    ...product,
    ...defined({ title, bodyHtml: descriptionHtml, vendor, productType, tags, status, giftCard }),
    ...(collections === undefined ? {} : { collections: collectionsNamed(collections) }),
    told: { sellingPlanOnly, combinedListing, bundle, metafields },
    ...(published === undefined ? {} : { publishedAt: published ? (product.publishedAt ?? updatedAt) : null }),
    ...(markets === undefined ? {} : { marketChanges: markets }),
    variants: product.variants.map((variant) => changedVariant(variant, change, updatedAt)),
    translations: Object.entries(change.translations ?? {}).reduce(translated, product.translations),
    updatedAt,
  };
}

function translated(
  all: readonly SampleTranslation[],
  [language, change]: readonly [string, TranslationChange | null],
): readonly SampleTranslation[] {
  const others = all.filter((translation) => translation.language !== language);
  const present = all.find((translation) => translation.language === language) ?? { ...UNTRANSLATED, language };
  return change === null ? others : [...others, { ...present, ...defined(change) }];
}

const UNTRANSLATED: Omit<SampleTranslation, "language"> = {
  title: null,
  bodyHtml: null,
  handle: null,
  productType: null,
  seoTitle: null,
  seoDescription: null,
  options: [],
  metafields: {},
  imageAlts: [],
  outdated: [],
};

function changedVariant(variant: SampleVariant, change: ProductChange, updatedAt: string): ShopVariant {
  const own = change.variants?.find(({ position }) => position === variant.position);
  const told = own?.published === undefined ? {} : { told: { published: own.published } };
  const changes = { ...saleFacts(change), ...(own === undefined ? {} : ownFacts(own)), ...told };
  return Object.keys(changes).length === 0 ? variant : { ...variant, ...changes, updatedAt };
}

function collectionsNamed(ids: readonly number[]): readonly SampleCollection[] {
  return sampleCollections().filter(({ id }) => ids.includes(id));
}

function saleFacts({ price, compareAtPrice, quantity, tracked, policy }: SaleChange) {
  return defined({ price, compareAtPrice, quantity, tracked, policy });
}

function ownFacts(change: VariantChange) {
  return { ...saleFacts(change), ...defined({ sku: change.sku, barcode: change.barcode, marketChanges: change.markets }) };
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(facts: T): Defined<T>;
function defined(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** A later change on top of an earlier one; variants by position, markets by handle. */
export function mergedChange(earlier: ProductChange, later: ProductChange): ProductChange {
  const positions = new Map((earlier.variants ?? []).map((variant) => [variant.position, variant]));
  const forAll = saleFacts(later);
  for (const [position, variant] of positions) positions.set(position, { ...variant, ...forAll });
  for (const variant of later.variants ?? []) {
    const known = positions.get(variant.position);
    positions.set(variant.position, { ...known, ...variant, ...mergedMarkets(known?.markets, variant.markets) });
  }
  const metafields = { ...earlier.metafields, ...later.metafields };
  const beside = { ...mergedMarkets(earlier.markets, later.markets), ...mergedTranslations(earlier, later) };
  return { ...earlier, ...later, metafields, ...beside, variants: [...positions.values()] };
}

function mergedMarkets(earlier: MarketChanges = {}, later: MarketChanges = {}): { readonly markets?: MarketChanges } {
  const handles = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
  if (handles.length === 0) return {};
  return { markets: Object.fromEntries(handles.map((handle) => [handle, { ...earlier[handle], ...later[handle] }])) };
}

function mergedTranslations(
  { translations: earlier }: ProductChange,
  { translations: later }: ProductChange,
): Pick<ProductChange, "translations"> {
  if (earlier === undefined || later === undefined) return {};
  const translations = { ...earlier };
  for (const [locale, change] of Object.entries(later)) translations[locale] = change === null ? null : { ...earlier[locale], ...change };
  return { translations };
}
