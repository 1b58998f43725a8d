import type { RawCountryPrice } from "../../src/engine/source/raw-country-price.ts";
import type { RawFact, RawProduct, RawTranslation, RawVariant } from "../../src/engine/source/raw-tables.ts";
import type { Extraction, ExtractionRequest, Storefront } from "../../src/storefronts/storefront-port.ts";
import { rawProduct, rawVariant } from "./raw-records.ts";

export interface ListedCatalog {
  readonly products: readonly RawProduct[];
  readonly variants: readonly RawVariant[];
  readonly facts?: readonly RawFact[];
  readonly translations?: readonly RawTranslation[];
  readonly prices?: readonly RawCountryPrice[];
}

/** Products of one variant each, numbered from 1; all of them can be sold. */
export function listedCatalog(products: number): ListedCatalog {
  const numbers = Array.from({ length: products }, (_, at) => at + 1);
  return {
    products: numbers.map((n) => rawProduct(n, { key: `product-${n}`, id: String(n), title: `Product ${n}` })),
    variants: numbers.map((n) =>
      rawVariant(n, { product_key: `product-${n}`, id: String(1_000 + n), sku: `SKU-${n}`, price: `${n}.00`, inventory_quantity: "5" }),
    ),
  };
}

export interface ListedStorefront extends Storefront {
  /** What the next extraction yields. */
  catalog: ListedCatalog;
  /** What the platform claims beyond that. */
  claims: Partial<Extraction>;
  /** Called when the records have been handed over; the extraction ends when it resolves. */
  beforeEnd: (request: ExtractionRequest) => Promise<void>;
}

/** A platform that sells what a test lists. */
export function listedStorefront(catalog: ListedCatalog): ListedStorefront {
  const storefront: ListedStorefront = {
    kind: "csv",
    catalog,
    claims: {},
    beforeEnd: async () => undefined,
    introduce: async () => ({ shop: null, config: {}, missing: null, undo: async () => undefined }),
    async extract(request) {
      const { products, variants, facts = [], translations = [], prices = [] } = storefront.catalog;
      for (const product of products) await request.sink.product(product);
      for (const variant of variants) await request.sink.variant(variant);
      for (const fact of facts) await request.sink.fact(fact);
      for (const translation of translations) await request.sink.beside("translation", translation);
      for (const price of prices) await request.sink.beside("country_price", price);
      request.progress(1);
      await storefront.beforeEnd(request);
      request.signal.throwIfAborted();
      return {
        products: products.length,
        variants: variants.length,
        metafieldColumns: [],
        metafields: [],
        markets: [],
        translations: [],
        countries: null,
        leftOut: [],
        collections: null,
        shop: null,
        warnings: [],
        context: null,
        ...storefront.claims,
      };
    },
  };
  return storefront;
}
