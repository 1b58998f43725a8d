import type { RawImage, RawProduct, RawVariant } from "../engine/source/raw-tables.ts";

/**
 * A platform a shop sells on. Extraction streams: nothing of the catalog's size is ever held in memory, and a record that
 * is not an object, or a file that is not a catalog, fails the extract with a `PlainError` naming line and column.
 */
export interface Storefront {
  readonly kind: "csv" | "shopify";
  /** Hands every record of the catalog to the sink, once. */
  extract(request: ExtractionRequest): Promise<Extraction>;
}

export interface ExtractionRequest {
  readonly shop: StorefrontShop;
  readonly sink: RawSink;
  readonly signal: AbortSignal;
  /** Share of the work done, 0 to 1; never goes back. */
  readonly progress: (share: number) => void;
}

export interface StorefrontShop {
  readonly domain: string;
  readonly currency: string;
  /** The shop's `storefront_config`, to be parsed by the storefront. */
  readonly config: unknown;
}

/** Resolves when there is room for more. */
export interface RawSink {
  product(record: RawProduct): Promise<void> | void;
  variant(record: RawVariant): Promise<void> | void;
  image(record: RawImage): Promise<void> | void;
}

export interface Extraction {
  /** What the platform says the catalog holds; the snapshot must agree with it. */
  readonly products: number;
  readonly variants: number;
  /** Metafield columns in the order the platform names them. */
  readonly metafieldColumns: readonly string[];
  readonly markets: readonly string[];
  readonly warnings: readonly ExtractionWarning[];
}

/** Something that was repaired or left out on the way in, counted. */
export interface ExtractionWarning {
  /** `invalid_utf8`, `quantity_missing`, … */
  readonly code: string;
  readonly count: number;
  readonly message: string;
}
