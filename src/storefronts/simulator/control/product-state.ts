import type { SampleTranslation } from "../../sample/sample-product.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { countryPrice, isSoldIn, isVariantInMarket } from "../catalog/market-prices.ts";
import { isCategoryMetafield, metaobjectIds } from "../catalog/metaobjects.ts";
import type { ShopProduct, ShopVariant } from "../catalog/product-change.ts";
import {
  combinedListingRole,
  isAvailable,
  isPublished,
  isVariantPublished,
  mediaOf,
  metafieldsOf,
  requiresComponents,
  requiresSellingPlan,
  type ShopMetafields,
  stockAt,
  variantMedia,
} from "../catalog/product-traits.ts";
import { MARKETS } from "../market-facts.ts";
import { GOOGLE, LOCALES, LOCATIONS, ONLINE_STORE } from "../shop-facts.ts";

/** What a product really is, in plain terms and without a detour over Shopify's: what a feed is compared with. */
export interface ProductState {
  readonly number: number;
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly descriptionHtml: string;
  readonly vendor: string;
  readonly productType: string;
  readonly category: string | null;
  /** In their order, with every value that may be chosen. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly tags: readonly string[];
  readonly collections: readonly string[];
  readonly status: string;
  readonly onOnlineStore: boolean;
  readonly onGoogle: boolean;
  readonly url: string | null;
  readonly giftCard: boolean;
  readonly sellingPlanOnly: boolean;
  readonly combinedListing: "PARENT" | "CHILD" | null;
  readonly bundle: boolean;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  /** Pictures that are finished; films are left out. */
  readonly images: readonly { readonly url: string; readonly alt: string | null }[];
  readonly metafields: ShopMetafields;
  readonly translations: readonly SampleTranslation[];
  /** By language: category metafields, as their metaobjects are called in it; one that isn't translated is called as ever. */
  readonly categoryLabels: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly variants: readonly VariantState[];
}

interface VariantState {
  readonly id: string;
  readonly position: number;
  readonly options: Readonly<Record<string, string>>;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly compareAtPrice: string | null;
  /** How much is in it, and how much its unit price is for. */
  readonly unitMeasure: { readonly total: string; readonly base: string } | null;
  readonly cost: string | null;
  readonly available: boolean;
  readonly published: boolean;
  readonly tracked: boolean;
  readonly quantity: number;
  /** By location. */
  readonly stock: Readonly<Record<string, number>>;
  readonly policy: "deny" | "continue";
  readonly imageUrl: string | null;
  readonly weight: string;
  readonly weightUnit: string;
  readonly countryOfOrigin: string | null;
  readonly hsCode: string | null;
  readonly metafields: Readonly<Record<string, string | readonly string[]>>;
  /** What buyers see in each country of an active market. */
  readonly countries: Readonly<Record<string, CountryState>>;
}

interface CountryState {
  readonly sold: boolean;
  readonly currency: string;
  readonly price: string;
  readonly compareAtPrice: string | null;
}

interface Shop {
  readonly shopDomain: string;
  readonly catalog: Catalog;
}

export function productState(product: ShopProduct, { shopDomain, catalog }: Shop): ProductState {
  const { number, id, handle, title, vendor, productType, tags, status, giftCard, seoTitle, seoDescription, createdAt, updatedAt } =
    product;
  const onOnlineStore = isPublished(product, ONLINE_STORE);
  return {
    number,
    id: String(id),
    handle,
    title,
    descriptionHtml: product.bodyHtml,
    vendor,
    productType,
    category: product.category?.fullName ?? null,
    options: product.options.map(({ name, values }) => ({ name, values })),
    tags,
    collections: catalog.collectionsOf(product).map((collection) => collection.title),
    status,
    onOnlineStore,
    onGoogle: isPublished(product, GOOGLE),
    url: onOnlineStore ? `https://${shopDomain}/products/${handle}` : null,
    giftCard,
    sellingPlanOnly: requiresSellingPlan(product),
    combinedListing: combinedListingRole(product),
    bundle: product.variants.some((variant) => requiresComponents(product, variant)),
    seoTitle,
    seoDescription,
    images: mediaOf(product).flatMap(({ url, alt }) => (url === null ? [] : [{ url, alt }])),
    metafields: shownMetafields(product, catalog),
    translations: product.translations,
    categoryLabels: Object.fromEntries(LOCALES.map(({ locale }) => [locale, categoryLabels(product, catalog, locale)])),
    createdAt,
    updatedAt,
    variants: product.variants.map((variant) => variantState(product, variant)),
  };
}

/** A category's values as its metaobjects are called now. */
function shownMetafields(product: ShopProduct, { metaobjects }: Catalog): ShopMetafields {
  const shown = Object.entries(metafieldsOf(product)).map(([name, value]): [string, ShopMetafields[string]] => [
    name,
    isCategoryMetafield(name) && Array.isArray(value) ? metaobjectIds(value).flatMap((id) => metaobjects.find(id)?.title ?? []) : value,
  ]);
  return Object.fromEntries(shown);
}

function categoryLabels(product: ShopProduct, { metaobjects }: Catalog, locale: string): Readonly<Record<string, readonly string[]>> {
  const lists = Object.entries(metafieldsOf(product)).flatMap(([name, value]) =>
    isCategoryMetafield(name) && Array.isArray(value) ? [[name, metaobjectIds(value)] as const] : [],
  );
  const label = (id: number): string | readonly never[] => metaobjects.find(id)?.labels[locale] ?? metaobjects.find(id)?.title ?? [];
  return Object.fromEntries(lists.map(([name, ids]) => [name, ids.flatMap(label)]));
}

function variantState(product: ShopProduct, variant: ShopVariant): VariantState {
  const { id, position, sku, barcode, price, compareAtPrice, unitMeasure, cost, tracked, quantity, policy, weight, weightUnit } = variant;
  return {
    id: String(id),
    position,
    options: Object.fromEntries(variant.optionValues.map((value, at) => [product.options[at]?.name ?? String(at + 1), value])),
    sku,
    barcode,
    price,
    compareAtPrice,
    unitMeasure,
    cost,
    available: isAvailable(product, variant),
    published: isVariantPublished(variant),
    tracked,
    quantity,
    stock: Object.fromEntries(LOCATIONS.map((location) => [location.name, stockAt(variant, location)])),
    policy,
    imageUrl: variantMedia(product, variant)[0]?.url ?? null,
    weight,
    weightUnit,
    countryOfOrigin: variant.countryOfOrigin,
    hsCode: variant.hsCode,
    metafields: variant.metafields,
    countries: countriesState(product, variant),
  };
}

function countriesState(product: ShopProduct, variant: ShopVariant): VariantState["countries"] {
  const active = MARKETS.filter(({ status }) => status === "ACTIVE");
  const states = active.flatMap((market) =>
    market.countries.map((country) => {
      const { currency, price, compareAtPrice } = countryPrice(product, variant, country);
      const isOffered = market.publicationId === null || isVariantInMarket(variant, market);
      return [country, { sold: isSoldIn(product, country) && isOffered, currency, price, compareAtPrice }] as const;
    }),
  );
  return Object.fromEntries(states);
}
