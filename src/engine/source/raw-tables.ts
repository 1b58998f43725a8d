import type { RawCountryPrice } from "./raw-country-price.ts";

/**
 * What a storefront hands over: four kinds of record, in any order, exactly as the platform says them. A snapshot joins them
 * into one row per variant (`snapshot-query.ts`). Every value is text or null: money as a plain decimal number (`12.90`),
 * booleans `true`/`false`, times ISO 8601. Lists are arrays. Text is valid Unicode without U+0000; NFC is the snapshot's work.
 */

/** Facts of a product. A product named twice (`key`) is one: the record with the lowest `seq` wins. */
export interface RawProduct {
  /** Identity within this extract: the handle for a CSV, the numeric product id for Shopify. */
  readonly key: string;
  /** The platform's numeric id; null where it has none, then 52 bits are derived from `key`. */
  readonly id: string | null;
  /** Order of arrival over all products of the extract. */
  readonly seq: number;
  readonly handle: string;
  /** `true`: another product of the catalog has the handle, and the link leads to that one; null = it is this one's. */
  readonly handle_taken: string | null;
  readonly title: string | null;
  readonly body_html: string | null;
  readonly vendor: string | null;
  readonly product_type: string | null;
  readonly category: string | null;
  readonly category_id: string | null;
  readonly tags: readonly string[];
  readonly collections: readonly string[];
  /** `active`, `draft`, `archived`, `unlisted`; null = the platform did not say. */
  readonly status: string | null;
  /** Sold on the online store: `true`, `false`; null = the platform did not say. */
  readonly published: string | null;
  readonly published_at: string | null;
  /** Landing page, absolute. */
  readonly link: string | null;
  readonly seo_title: string | null;
  readonly seo_description: string | null;
  readonly gift_card: string | null;
  /** Sold by subscription only: `true`, `false`; null = the platform did not say. */
  readonly requires_selling_plan: string | null;
  /** `parent` (shows the children as one product), `child`; null = in no combined listing. */
  readonly combined_listing_role: string | null;
  /** `true`: each variant has an address of its own, the product's with `variant=<id>`; null = it has the product's. */
  readonly variant_links: string | null;
  readonly option1_name: string | null;
  readonly option2_name: string | null;
  readonly option3_name: string | null;
  /** `namespace.key` of the metafield that the option's values come from; null = none. */
  readonly option1_metafield: string | null;
  readonly option2_metafield: string | null;
  readonly option3_metafield: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  /** Source column (`metafield-material`) to value. */
  readonly metafields: Readonly<Record<string, string>>;
}

/** Facts of one variant. */
export interface RawVariant {
  readonly product_key: string;
  /** The platform's numeric id; null: derived from `product_key` and the option values. */
  readonly id: string | null;
  /** Order of arrival over all variants of the extract; also the position where the platform gives none. */
  readonly seq: number;
  readonly position: number | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly compare_at_price: string | null;
  readonly cost: string | null;
  readonly inventory_quantity: string | null;
  /** `deny` or `continue`. */
  readonly inventory_policy: string | null;
  readonly inventory_tracked: string | null;
  /** The platform's own word on whether it can be bought; null: derived from stock and policy. */
  readonly available: string | null;
  readonly option1_value: string | null;
  readonly option2_value: string | null;
  readonly option3_value: string | null;
  readonly weight: string | null;
  /** `g`, `kg`, `oz`, `lb`. */
  readonly weight_unit: string | null;
  readonly image: string | null;
  readonly country_of_origin: string | null;
  readonly hs_code: string | null;
  readonly requires_shipping: string | null;
  readonly unit_price: string | null;
  /** What the platform counts the stock of; null where it has no such number. */
  readonly inventory_item_id: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  /** Source column (`variant-metafield-care`) to value. */
  readonly metafields: Readonly<Record<string, string>>;
  /** Market name to what the platform says for it; `included` is `true`, `false` or null. */
  readonly markets: Readonly<Record<string, RawMarketPrice>>;
}

export interface RawMarketPrice {
  readonly included: string | null;
  readonly price: string | null;
  readonly compare_at_price: string | null;
}

export interface RawImage {
  readonly product_key: string;
  /** The platform's numeric id of the picture, by which a variant's `image` fact names it; null where it has none. */
  readonly id: string | null;
  /** Order of arrival over all images of the extract, or what else orders the pictures of a product. */
  readonly seq: number;
  /** From 1, as the platform numbers them; null: by arrival. */
  readonly position: number | null;
  readonly url: string;
  readonly alt: string | null;
}

/**
 * What the platform says of a product or variant apart from its record, in any order. Where a record says the same, the record
 * counts; of two facts that say the same, the smaller value in byte order. An owner without a record is ignored, because the
 * parts of an export are taken at different moments.
 */
export interface RawFact {
  readonly owner: "product" | "variant";
  /** `key` of the product, `id` of the variant. */
  readonly owner_id: string;
  /** A source column (`metafield-material`, `inventory-dublin`), or one of `FACT_…`. */
  readonly column: string;
  readonly value: string;
}

/**
 * What the texts of a product are in another language, one record a product and language. Null or blank: not translated, the primary
 * text stands. Options may come in a record of their own; the first record with texts counts, and the first with options.
 */
export interface RawTranslation {
  /** `key` of the product. */
  readonly owner_id: string;
  /** Canonical: `pt-BR`. */
  readonly locale: string;
  readonly title: string | null;
  readonly body_html: string | null;
  readonly handle: string | null;
  readonly product_type: string | null;
  readonly seo_title: string | null;
  readonly seo_description: string | null;
  readonly option1_name: string | null;
  readonly option2_name: string | null;
  readonly option3_name: string | null;
  /** Values of the option as the variants have them, to what they are called in the language. */
  readonly option1_values: Readonly<Record<string, string>>;
  readonly option2_values: Readonly<Record<string, string>>;
  readonly option3_values: Readonly<Record<string, string>>;
}

/** What a dynamic column of a product or variant says in another language. */
export interface RawTranslatedFact extends RawFact {
  readonly locale: string;
}

/** Records beside the catalog, which a snapshot can do without, by kind. */
export interface BesideRecords {
  readonly country_price: RawCountryPrice;
  readonly translation: RawTranslation;
  readonly translated_fact: RawTranslatedFact;
}

/** Of a product, many: the title of a collection it is in. */
export const FACT_COLLECTION = "collection";
/** Of a product, many: the number of a collection it is in, where the platform numbers them. */
export const FACT_COLLECTION_ID = "collection_id";
/** Of a variant: the `id` of the image that is its own picture; of several the smallest. */
export const FACT_IMAGE = "image";
/** Of a product or a variant: whether it is sold on the online store, `true` or `false`. */
export const FACT_PUBLISHED = "published";

/** The DuckDB types of the record files (newline-delimited JSON), member by member. */
const text = "VARCHAR";
const list = "VARCHAR[]";
/** Read as its text: nested values take a multiple of their size in a sort. */
const json = "JSON";

export const RAW_PRODUCT_TYPES = {
  key: text,
  id: text,
  seq: "BIGINT",
  handle: text,
  handle_taken: text,
  title: text,
  body_html: text,
  vendor: text,
  product_type: text,
  category: text,
  category_id: text,
  tags: list,
  collections: list,
  status: text,
  published: text,
  published_at: text,
  link: text,
  seo_title: text,
  seo_description: text,
  gift_card: text,
  requires_selling_plan: text,
  combined_listing_role: text,
  variant_links: text,
  option1_name: text,
  option2_name: text,
  option3_name: text,
  option1_metafield: text,
  option2_metafield: text,
  option3_metafield: text,
  created_at: text,
  updated_at: text,
  metafields: json,
} as const satisfies Record<keyof RawProduct, string>;

export const RAW_VARIANT_TYPES = {
  product_key: text,
  id: text,
  seq: "BIGINT",
  position: "BIGINT",
  sku: text,
  barcode: text,
  price: text,
  compare_at_price: text,
  cost: text,
  inventory_quantity: text,
  inventory_policy: text,
  inventory_tracked: text,
  available: text,
  option1_value: text,
  option2_value: text,
  option3_value: text,
  weight: text,
  weight_unit: text,
  image: text,
  country_of_origin: text,
  hs_code: text,
  requires_shipping: text,
  unit_price: text,
  inventory_item_id: text,
  created_at: text,
  updated_at: text,
  metafields: json,
  markets: json,
} as const satisfies Record<keyof RawVariant, string>;

export const RAW_IMAGE_TYPES = {
  product_key: text,
  id: text,
  seq: "BIGINT",
  position: "BIGINT",
  url: text,
  alt: text,
} as const satisfies Record<keyof RawImage, string>;

export const RAW_FACT_TYPES = {
  owner: text,
  owner_id: text,
  column: text,
  value: text,
} as const satisfies Record<keyof RawFact, string>;

export const RAW_TRANSLATION_TYPES = {
  owner_id: text,
  locale: text,
  title: text,
  body_html: text,
  handle: text,
  product_type: text,
  seo_title: text,
  seo_description: text,
  option1_name: text,
  option2_name: text,
  option3_name: text,
  option1_values: json,
  option2_values: json,
  option3_values: json,
} as const satisfies Record<keyof RawTranslation, string>;

export const RAW_TRANSLATED_FACT_TYPES = { ...RAW_FACT_TYPES, locale: text } as const satisfies Record<keyof RawTranslatedFact, string>;
