import { sampleCollections } from "../../sample/product-labels.ts";
import type { SampleCollection, SampleProduct } from "../../sample/sample-product.ts";
import { createGiveWay } from "../give-way.ts";
import { PRODUCTS_MAX } from "../limits.ts";
import { createBaseProducts } from "./base-products.ts";
import { type CatalogDifferences, createDifferences } from "./differences.ts";
import { type MetaobjectFacts, METAOBJECTS } from "./metaobjects.ts";
import type { ProductChange, ShopProduct } from "./product-change.ts";
import { createTitledObjects, type TitledObjects } from "./titled-objects.ts";

/**
 * The shop's products as they are now: the sample catalog, and what was changed, deleted and added since. Only the
 * differences are kept, so a shop of 100,000 products is as small as one of ten.
 */
export interface Catalog {
  /** In order of their ids, from a number on. A change made meanwhile is seen by those who have not passed it. */
  products(from?: number): Iterable<ShopProduct>;
  at(number: number): ShopProduct | undefined;
  /** By its numeric id. */
  find(id: number): ShopProduct | undefined;
  /** The number that the product of an id has, if there is one. */
  numberOf(id: number): number;
  /** One behind the last number. */
  end(): number;
  count(): number;
  variantCount(): Promise<number>;
  /** Undefined: there is no such product. */
  change(number: number, change: ProductChange): ShopProduct | undefined;
  /** Answers whether it was there. */
  remove(number: number): boolean;
  /** The next products of the sample; their numbers follow the last one's. */
  add(count: number): readonly ShopProduct[];
  differences(): CatalogDifferences;
  readonly collections: TitledObjects<SampleCollection>;
  readonly metaobjects: TitledObjects<MetaobjectFacts>;
  /** As they are called now; those that were deleted are left out. */
  collectionsOf(product: SampleProduct): readonly SampleCollection[];
}

export interface CatalogOptions {
  readonly seed: number;
  readonly products: number;
  /** Asked when a product is made: the simulator knows its address once it listens. */
  readonly imageBase: () => string;
  readonly now: () => Date;
  readonly differences?: CatalogDifferences | undefined;
}

export function createCatalog(options: CatalogOptions): Catalog {
  const base = createBaseProducts(options.seed, options.imageBase);
  const differences = createDifferences(options.differences);
  const collections = createTitledObjects(sampleCollections(), options.differences?.collections);
  const metaobjects = createTitledObjects(METAOBJECTS, options.differences?.metaobjects);
  const nowText = () => options.now().toISOString();
  let end = Math.max(options.products, differences.end());

  const at = (number: number): ShopProduct | undefined =>
    Number.isSafeInteger(number) && number >= 0 && number < end ? differences.applied(base.at(number)) : undefined;
  const numberOf = (id: number): number => id - base.at(0).id;
  function* products(from = 0): Generator<ShopProduct> {
    for (const product of base.from(from)) {
      if (product.number >= end) return;
      const current = differences.applied(product);
      if (current !== undefined) yield current;
    }
  }
  return {
    products,
    at,
    numberOf,
    find: (id) => at(numberOf(id)),
    end: () => end,
    count: () => end - differences.deletedCount(end),
    variantCount: async () => {
      const giveWay = createGiveWay();
      let count = 0;
      for (let number = 0; number < end; number += 1) {
        if (!differences.isDeleted(number)) count += base.variantCount(number);
        await giveWay();
      }
      return count;
    },
    change: (number, change) => {
      if (at(number) !== undefined) differences.change(number, change, nowText());
      return at(number);
    },
    remove: (number) => {
      if (at(number) === undefined) return false;
      differences.delete(number);
      return true;
    },
    add: (count) => {
      const numbers = Array.from({ length: Math.min(count, PRODUCTS_MAX - end) }, (_, index) => end + index);
      for (const number of numbers) differences.add(number, nowText());
      end += numbers.length;
      return numbers.map(at).filter((product) => product !== undefined);
    },
    differences: () => ({ ...differences.asData(), collections: collections.changes(), metaobjects: metaobjects.changes() }),
    collections,
    metaobjects,
    collectionsOf: (product) => product.collections.flatMap(({ id }) => collections.find(id) ?? []),
  };
}
