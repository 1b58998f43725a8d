import type { SampleProduct } from "../../sample/sample-product.ts";
import type { TitleChanges } from "./titled-objects.ts";
import { changedProduct, mergedChange, type ProductChange, type ShopProduct } from "./product-change.ts";

/** What became of the sample since, as data. Times are ISO 8601. */
export interface CatalogDifferences {
  readonly added: readonly { readonly number: number; readonly at: string }[];
  readonly changed: readonly { readonly number: number; readonly at: string; readonly change: ProductChange }[];
  readonly deleted: readonly number[];
  readonly collections?: TitleChanges | undefined;
  readonly metaobjects?: TitleChanges | undefined;
}

/** The same, to look things up in. */
export interface Differences {
  /** The product with its differences; undefined when it is deleted. */
  applied(product: SampleProduct): ShopProduct | undefined;
  isDeleted(number: number): boolean;
  /** Of the numbers below `end`. */
  deletedCount(end: number): number;
  /** One behind the last product that was added; 0 without any. */
  end(): number;
  change(number: number, change: ProductChange, at: string): void;
  delete(number: number): void;
  add(number: number, at: string): void;
  asData(): CatalogDifferences;
}

export function createDifferences(known: CatalogDifferences | undefined): Differences {
  const added = new Map(known?.added.map(({ number, at }) => [number, at]));
  const changed = new Map(known?.changed.map(({ number, at, change }) => [number, { at, change }]));
  const deleted = new Set(known?.deleted);
  return {
    applied: (product) => {
      const { number } = product;
      if (deleted.has(number)) return undefined;
      const addedAt = added.get(number);
      const whole = addedAt === undefined ? product : { ...product, createdAt: addedAt, updatedAt: addedAt };
      const change = changed.get(number);
      return change === undefined ? whole : changedProduct(whole, change.change, change.at);
    },
    isDeleted: (number) => deleted.has(number),
    deletedCount: (end) => [...deleted].filter((number) => number < end).length,
    end: () => Math.max(0, ...[...added.keys()].map((number) => number + 1)),
    change: (number, change, at) => {
      changed.set(number, { at, change: mergedChange(changed.get(number)?.change ?? {}, change) });
    },
    delete: (number) => {
      deleted.add(number);
      changed.delete(number);
    },
    add: (number, at) => {
      added.set(number, at);
    },
    asData: () => ({
      added: [...added].map(([number, at]) => ({ number, at })),
      changed: [...changed].map(([number, { at, change }]) => ({ number, at, change })),
      deleted: [...deleted],
    }),
  };
}
