import type { Language } from "./words/languages.ts";

/**
 * A product of the sample catalog with everything a platform may say about it, in the terms of no platform in particular.
 * Money is text in the shop's currency (a market's in the market's), weights are what the merchant typed, times are ISO 8601.
 */
export interface SampleProduct {
  /** From 0; ids and handle grow out of it. */
  readonly number: number;
  readonly id: number;
  readonly handle: string;
  readonly language: Language;
  readonly title: string;
  readonly bodyHtml: string;
  readonly vendor: string;
  readonly productType: string;
  readonly category: SampleCategory | null;
  readonly tags: readonly string[];
  readonly collections: readonly SampleCollection[];
  readonly status: "active" | "draft" | "archived" | "unlisted";
  /** Null: not sold on the online store. */
  readonly publishedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly giftCard: boolean;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  /** One to three; a product without a choice has `Title` with `Default Title`. */
  readonly options: readonly SampleOption[];
  readonly variants: readonly SampleVariant[];
  readonly images: readonly SampleImage[];
  /** `namespace.key` (of `PRODUCT_METAFIELDS`) to value; a list where the definition is one. */
  readonly metafields: SampleMetafields;
  readonly translations: readonly SampleTranslation[];
}

export interface SampleCategory {
  readonly id: string;
  readonly fullName: string;
}

export interface SampleCollection {
  readonly id: number;
  readonly handle: string;
  readonly title: string;
}

export interface SampleOption {
  readonly name: string;
  readonly values: readonly string[];
  /** `namespace.key` of the product metafield the option is linked to. */
  readonly linkedTo: string | null;
}

export interface SampleVariant {
  readonly id: number;
  readonly inventoryItemId: number;
  readonly position: number;
  /** One a product option, in their order. */
  readonly optionValues: readonly string[];
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly compareAtPrice: string | null;
  readonly cost: string | null;
  readonly taxable: boolean;
  readonly tracked: boolean;
  readonly quantity: number;
  readonly policy: "deny" | "continue";
  readonly weight: string;
  readonly weightUnit: WeightUnit;
  readonly weightGrams: string;
  readonly requiresShipping: boolean;
  readonly imageUrl: string | null;
  readonly countryOfOrigin: string | null;
  readonly hsCode: string | null;
  readonly unitMeasure: SampleUnitMeasure | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly metafields: SampleMetafields;
  readonly markets: Readonly<Record<MarketName, SampleMarketPrice>>;
}

export type WeightUnit = "g" | "kg" | "oz" | "lb";

/** How much is in it, and how much the unit price is for: 250 ml at so much a 1,000 ml. */
export interface SampleUnitMeasure {
  readonly total: string;
  readonly base: string;
  readonly unit: "g" | "ml";
}

export type MarketName = "International" | "United Kingdom" | "Switzerland";

export interface SampleMarketPrice {
  readonly included: boolean;
  /** Null: no price of the market's own. */
  readonly price: string | null;
  readonly compareAtPrice: string | null;
}

export interface SampleImage {
  readonly id: number;
  /** From 1. */
  readonly position: number;
  /** Of its file, without folder and ending; `sampleImage` paints it. */
  readonly name: string;
  readonly url: string;
  readonly alt: string | null;
}

export type SampleMetafields = Readonly<Record<string, string | readonly string[]>>;

/** What the product is called in another of the shop's languages. Null or empty: not translated, the original stands. */
export interface SampleTranslation {
  readonly language: string;
  readonly title: string | null;
  readonly bodyHtml: string | null;
  readonly handle: string | null;
  readonly productType: string | null;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  /** Name and values in the order of the product's options. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly metafields: Readonly<Record<string, string>>;
  /** In the order of the product's images. */
  readonly imageAlts: readonly (string | null)[];
  /** Keys of the platform whose text is older than what it translates: `title`. */
  readonly outdated: readonly string[];
}
