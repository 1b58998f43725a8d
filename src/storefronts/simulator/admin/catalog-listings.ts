import type { SampleCollection, SampleProduct } from "../../sample/sample-product.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { createGiveWay } from "../give-way.ts";
import type { Args } from "./context.ts";
import { compared, Listing, type Place } from "./listing.ts";
import { searchFilter, type SearchFields } from "./search-filter.ts";
import type { VariantFacts } from "./variant-fields.ts";

/** The root lists over the catalog, in any order Shopify offers, searched. */

const STATUSES = ["ACTIVE", "ARCHIVED", "DRAFT", "UNLISTED"];

const PRODUCT_SEARCH: SearchFields<SampleProduct> = {
  default: { type: "text", values: ({ title, vendor, productType }) => [title, vendor, productType] },
  id: { type: "number", values: ({ id }) => [id] },
  status: { type: "text", values: ({ status }) => [status], accepted: STATUSES },
  created_at: { type: "time", values: ({ createdAt }) => [createdAt] },
  updated_at: { type: "time", values: ({ updatedAt }) => [updatedAt] },
  published_at: { type: "time", values: ({ publishedAt }) => (publishedAt === null ? [] : [publishedAt]) },
  handle: { type: "text", values: ({ handle }) => [handle] },
  title: { type: "text", values: ({ title }) => [title] },
  vendor: { type: "text", values: ({ vendor }) => [vendor] },
  product_type: { type: "text", values: ({ productType }) => [productType] },
  tag: { type: "text", values: ({ tags }) => tags },
  collection_id: { type: "number", values: ({ collections }) => collections.map(({ id }) => id) },
  gift_card: { type: "text", values: ({ giftCard }) => [String(giftCard)] },
  sku: { type: "text", values: ({ variants }) => variants.flatMap(({ sku }) => sku ?? []) },
  barcode: { type: "text", values: ({ variants }) => variants.flatMap(({ barcode }) => barcode ?? []) },
  variant_id: { type: "number", values: ({ variants }) => variants.map(({ id }) => id) },
};

const VARIANT_SEARCH: SearchFields<VariantFacts> = {
  default: { type: "text", values: ({ product, variant }) => [product.title, variant.optionValues.join(" / "), variant.sku ?? ""] },
  id: { type: "number", values: ({ variant }) => [variant.id] },
  product_id: { type: "number", values: ({ product }) => [product.id] },
  product_ids: { type: "number", values: ({ product }) => [product.id] },
  product_status: { type: "text", values: ({ product }) => [product.status], accepted: STATUSES },
  sku: { type: "text", values: ({ variant }) => (variant.sku === null ? [] : [variant.sku]) },
  barcode: { type: "text", values: ({ variant }) => (variant.barcode === null ? [] : [variant.barcode]) },
  updated_at: { type: "time", values: ({ variant }) => [variant.updatedAt] },
  inventory_quantity: { type: "number", values: ({ variant }) => [variant.quantity] },
};

const COLLECTION_SEARCH: SearchFields<SampleCollection> = {
  default: { type: "text", values: ({ title }) => [title] },
  id: { type: "number", values: ({ id }) => [id] },
  handle: { type: "text", values: ({ handle }) => [handle] },
  title: { type: "text", values: ({ title }) => [title] },
};

type SortValue<Item> = (item: Item) => string | number;

const PRODUCT_ORDERS: Readonly<Record<string, SortValue<SampleProduct>>> = {
  CREATED_AT: ({ createdAt }) => createdAt,
  INVENTORY_TOTAL: ({ variants }) => variants.reduce((sum, { quantity }) => sum + quantity, 0),
  PRODUCT_TYPE: ({ productType }) => productType.toLowerCase(),
  PUBLISHED_AT: ({ publishedAt }) => publishedAt ?? "",
  TITLE: ({ title }) => title.toLowerCase(),
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  VENDOR: ({ vendor }) => vendor.toLowerCase(),
};

export function productListing(catalog: Catalog, { query, sortKey, reverse }: Args): Listing<SampleProduct> {
  const { matches, note } = searchFilter(query, PRODUCT_SEARCH);
  const valueOf = PRODUCT_ORDERS[String(sortKey)] ?? (({ id }) => id);
  const placeOf = (product: SampleProduct): Place => ({ id: product.id, value: valueOf(product) });
  const descending = reverse === true;
  if (PRODUCT_ORDERS[String(sortKey)] === undefined && !descending) {
    const startOf = (after: Place | undefined) => (after === undefined ? 0 : Math.max(0, catalog.numberOf(after.id)));
    return new Listing({ items: (after) => filtered(catalog.products(startOf(after)), matches), placeOf, note });
  }
  return new Listing({ items: () => sortedProducts(catalog, matches, { placeOf, descending }), placeOf, descending, note });
}

/** Only places are sorted; the products are made again one by one. */
async function* sortedProducts(
  catalog: Catalog,
  matches: (product: SampleProduct) => boolean,
  order: { readonly placeOf: (product: SampleProduct) => Place; readonly descending: boolean },
): AsyncGenerator<SampleProduct> {
  const giveWay = createGiveWay();
  const places: Place[] = [];
  for (const product of filtered(catalog.products(), matches)) {
    places.push(order.placeOf(product));
    await giveWay();
  }
  places.sort((left, right) => (order.descending ? compared(right, left) : compared(left, right)));
  for (const { id } of places) {
    const product = catalog.find(id);
    if (product !== undefined) yield product;
  }
}

/** In the order of their products whatever is asked for: that is the order of their ids. Backwards it is turned around whole. */
export function variantListing(catalog: Catalog, { query, reverse }: Args): Listing<VariantFacts> {
  const { matches, note } = searchFilter(query, VARIANT_SEARCH);
  const descending = reverse === true;
  const items = descending ? () => variantsBackwards(catalog, matches) : () => filtered(variantsOf(catalog.products()), matches);
  return new Listing({ items, placeOf: ({ variant }) => ({ id: variant.id, value: variant.id }), descending, note });
}

function* variantsOf(products: Iterable<SampleProduct>): Generator<VariantFacts> {
  for (const product of products) for (const variant of product.variants) yield { product, variant };
}

async function* variantsBackwards(catalog: Catalog, matches: (item: VariantFacts) => boolean): AsyncGenerator<VariantFacts> {
  for await (const product of productListing(catalog, { reverse: true }).items())
    for (const variant of product.variants.toReversed()) if (matches({ product, variant })) yield { product, variant };
}

export function collectionListing(catalog: Catalog, { query, sortKey, reverse }: Args): Listing<SampleCollection> {
  const { matches, note } = searchFilter(query, COLLECTION_SEARCH);
  const placeOf = ({ id, title }: SampleCollection): Place => ({ id, value: sortKey === "TITLE" ? title.toLowerCase() : id });
  const descending = reverse === true;
  const sorted = catalog.collections
    .list()
    .filter(matches)
    .toSorted((left, right) => compared(placeOf(left), placeOf(right)));
  return new Listing({ items: () => (descending ? sorted.toReversed() : sorted), placeOf, descending, note });
}

/** Whatever order is asked for, that of the products' ids. */
export function membersListing({ id }: SampleCollection, catalog: Catalog, { reverse }: Args): Listing<SampleProduct> {
  const isMember = (product: SampleProduct): boolean => product.collections.some((collection) => collection.id === id);
  const placeOf = (product: SampleProduct): Place => ({ id: product.id, value: product.id });
  const startOf = (after: Place | undefined) => (after === undefined ? 0 : Math.max(0, catalog.numberOf(after.id)));
  const descending = reverse === true;
  const items = (after?: Place) =>
    descending ? [...filtered(catalog.products(), isMember)].toReversed() : filtered(catalog.products(startOf(after)), isMember);
  return new Listing({ items, placeOf, descending });
}

function* filtered<Item>(items: Iterable<Item>, matches: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (matches(item)) yield item;
}

/** As far as `limit`; null counts to the end. */
export async function countOf(listing: Listing, limit: unknown): Promise<{ readonly count: number }> {
  const giveWay = createGiveWay();
  let count = 0;
  for await (const _item of listing.items()) {
    count += 1;
    if (count === limit) break;
    await giveWay();
  }
  return { count };
}
