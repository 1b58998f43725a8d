import type { SampleMetafields, SampleProduct, SampleVariant } from "../../sample/sample-product.ts";
import { DUBLIN, type LocationFacts, ONLINE_STORE, type PublicationFacts } from "../shop-facts.ts";

/**
 * What Shopify says about a product and the sample does not: where it is sold, where its stock lies, and the rare kinds a
 * feed has to know. All of it follows from numbers and ids, so that a catalog has the same few each time.
 */

/** A metafield as Shopify stores it. */
export interface TypedMetafield {
  readonly type: string;
  readonly value: string;
}

export type ShopMetafields = Readonly<Record<string, SampleMetafields[string] | TypedMetafield>>;

/** What somebody has made of a product since, where it is not what follows from its number. */
export interface ToldProduct {
  readonly told?: {
    readonly sellingPlanOnly?: boolean | undefined;
    readonly combinedListing?: "PARENT" | "CHILD" | null | undefined;
    readonly bundle?: boolean | undefined;
    /** Null: it has it no longer. */
    readonly metafields?: Readonly<Record<string, ShopMetafields[string] | null>> | undefined;
  };
}

export interface ToldVariant {
  readonly told?: { readonly published?: boolean | undefined };
}

const WITH_SELLING_PLAN: readonly number[] = [30, 130];
/** A combined listing: one parent that cannot be bought, the colours of it as products of their own. */
const LISTING_PARENT = 40;
const LISTING_CHILDREN: readonly number[] = [41, 42];
const BUNDLES: readonly number[] = [45, 145];
/** Every so many variants one is taken off every sales channel. */
const UNPUBLISHED_EVERY = 97;
/** Every so many products one is kept from Google. */
const NOT_ON_GOOGLE_EVERY = 8;
/** Every so many products one ends with a film. */
const FILM_EVERY = 50;
/** Every so many products one has a picture that Shopify has not finished. */
const UNFINISHED_EVERY = 60;

export function requiresSellingPlan({ number, told }: SampleProduct & ToldProduct): boolean {
  return told?.sellingPlanOnly ?? WITH_SELLING_PLAN.includes(number);
}

export function combinedListingRole({ number, told }: SampleProduct & ToldProduct): "PARENT" | "CHILD" | null {
  if (told?.combinedListing !== undefined) return told.combinedListing;
  if (number === LISTING_PARENT) return "PARENT";
  return LISTING_CHILDREN.includes(number) ? "CHILD" : null;
}

/** A bundle: what is bought are its parts. */
export function requiresComponents({ number, told }: SampleProduct & ToldProduct, _variant: SampleVariant): boolean {
  return told?.bundle ?? BUNDLES.includes(number);
}

export function metafieldsOf({ metafields, told }: SampleProduct & ToldProduct): ShopMetafields {
  if (told?.metafields === undefined) return metafields;
  const all = Object.entries({ ...metafields, ...told.metafields });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export function isPublished({ status, publishedAt, number }: SampleProduct, publication: PublicationFacts): boolean {
  const isForSale = (status === "active" || status === "unlisted") && publishedAt !== null;
  return isForSale && (publication === ONLINE_STORE || number % NOT_ON_GOOGLE_EVERY !== NOT_ON_GOOGLE_EVERY - 1);
}

/** A variant's own switch; a product that is not published hides its variants whatever they say. */
export function isVariantPublished({ id, told }: SampleVariant & ToldVariant): boolean {
  return told?.published ?? id % UNPUBLISHED_EVERY !== 0;
}

/** Percent of the stock that lies in Dublin, by variant; nothing owed is split. */
export function stockAt({ id, quantity, tracked }: SampleVariant, location: LocationFacts): number {
  if (!tracked) return 0;
  const inDublin = quantity <= 0 ? quantity : Math.floor((quantity * (id % 101)) / 100);
  return location === DUBLIN ? inDublin : quantity - inDublin;
}

export function isAvailable({ status }: SampleProduct, { tracked, quantity, policy }: SampleVariant): boolean {
  return (status === "active" || status === "unlisted") && (!tracked || quantity > 0 || policy === "continue");
}

export interface MediaFacts {
  readonly product: SampleProduct;
  readonly __typename: "MediaImage" | "ExternalVideo";
  readonly id: number;
  readonly alt: string | null;
  /** Null: a film, or a picture that is not finished. */
  readonly url: string | null;
  readonly status: "READY" | "PROCESSING";
}

const FIRST_FILM_ID = 33_900_000_000_000;
const FIRST_UNFINISHED_ID = 33_800_000_000_000;

/** In the order of the product page. */
export function mediaOf(product: SampleProduct): readonly MediaFacts[] {
  const { number, images } = product;
  const media: MediaFacts[] = images.map((image) => imageMedia(product, image));
  if (number % UNFINISHED_EVERY === UNFINISHED_EVERY - 1)
    media.push({ __typename: "MediaImage", product, id: FIRST_UNFINISHED_ID + number, alt: null, url: null, status: "PROCESSING" });
  if (number % FILM_EVERY === FILM_EVERY - 1)
    media.push({ __typename: "ExternalVideo", product, id: FIRST_FILM_ID + number, alt: null, url: null, status: "READY" });
  return media;
}

/** Shopify's links name the version of the file. */
function imageMedia(product: SampleProduct, { id, alt, url }: SampleProduct["images"][number]): MediaFacts {
  const version = Math.floor(Date.parse(product.createdAt) / 1000);
  return { __typename: "MediaImage", product, id, alt, url: `${url}?v=${version}`, status: "READY" };
}

export function variantMedia(product: SampleProduct, { imageUrl }: SampleVariant): readonly MediaFacts[] {
  const image = imageUrl === null ? undefined : product.images.find(({ url }) => url === imageUrl);
  return image === undefined ? [] : [imageMedia(product, image)];
}

export function hasOnlyDefaultVariant({ options }: SampleProduct): boolean {
  const [option, second] = options;
  return second === undefined && option?.name === "Title" && option.values.length === 1 && option.values[0] === "Default Title";
}
