import { SAMPLE_SHOP } from "../sample/sample-shop.ts";

/** What the simulated shop is, besides its catalog: ids, sales channels, places, languages. Its markets are in `market-facts.ts`. */

export type GidType =
  | "App"
  | "AppCatalog"
  | "AppInstallation"
  | "AppSubscription"
  | "AppSubscriptionLineItem"
  | "Article"
  | "BulkOperation"
  | "Collection"
  | "ExternalVideo"
  | "GenericFile"
  | "InventoryItem"
  | "Location"
  | "Market"
  | "MarketCatalog"
  | "MarketRegionCountry"
  | "MarketWebPresence"
  | "MediaImage"
  | "Metafield"
  | "Metaobject"
  | "Page"
  | "Product"
  | "ProductOption"
  | "ProductOptionValue"
  | "ProductVariant"
  | "Publication"
  | "Shop"
  | "TaxonomyCategory"
  | "TaxonomyValue"
  | "WebhookSubscription";

export function gid(type: GidType, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

const GID = /^gid:\/\/shopify\/([A-Za-z0-9]+)\/([^/\s]+)$/;

/** Type and id of a global id, undefined where it is none. */
export function readGid(text: string): { readonly type: string; readonly id: string } | undefined {
  const [, type, id] = GID.exec(text) ?? [];
  return type === undefined || id === undefined ? undefined : { type, id };
}

export interface PublicationFacts {
  readonly id: number;
  readonly catalogId: number;
  readonly appId: number;
  readonly handle: string;
}

/** Products are sold on both; one in eight is kept from Google. */
export const ONLINE_STORE: PublicationFacts = { id: 268_039_389_490, catalogId: 101_001, appId: 580_111, handle: "online_store" };
export const GOOGLE: PublicationFacts = { id: 268_039_455_026, catalogId: 101_002, appId: 1_780_363, handle: "google" };
export const PUBLICATIONS: readonly PublicationFacts[] = [ONLINE_STORE, GOOGLE];

export interface LocationFacts {
  readonly id: number;
  readonly name: string;
}

export const DUBLIN: LocationFacts = { id: 68_509_171_945, name: "Dublin" };
export const GALWAY: LocationFacts = { id: 89_026_920_681, name: "Galway" };
export const LOCATIONS: readonly LocationFacts[] = [DUBLIN, GALWAY];

export interface PageFacts {
  readonly id: number;
  readonly title: string;
  /** In other languages. */
  readonly titles: Readonly<Record<string, string>>;
}

/** Things of the shop that metafields may point at besides its products. */
export const PAGES: readonly PageFacts[] = [{ id: 105_200_000_001, title: "Size guide", titles: { de: "Größentabelle" } }];
export const STRIPED = { id: 2874, name: "Striped" };
export const FILES = [{ id: 39_100_000_000_001, url: "https://cdn.shopify.com/s/files/1/0001/care, washing.pdf" }];

export const SHOP_ID = 92_891_250_994;
export const INSTALLATION_ID = 714_025_402_674;

export const LOCALES = SAMPLE_SHOP.languages.map((locale) => ({
  locale,
  primary: locale === SAMPLE_SHOP.primaryLocale,
  published: true,
}));

/** Made up for the simulator alone, so that nobody mistakes it for a real one. */
export const DEFAULT_TOKEN = "shpat_simulator";
/** The app that merchants of the simulated shop can install. */
export const DEFAULT_CLIENT_ID = "simulator-client-id";
export const DEFAULT_CLIENT_SECRET = "shpss_simulator";

export const DEFAULT_SCOPES: readonly string[] = [
  "read_products",
  "read_inventory",
  "read_locations",
  "read_publications",
  "read_markets",
  "read_locales",
  "read_translations",
  "read_metaobjects",
];
