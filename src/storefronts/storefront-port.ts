import type { PricedCountry } from "../engine/source/country-prices.ts";
import type { FoundMetafield, MetafieldIdentity } from "../engine/source/metafield-names.ts";
import type { BesideRecords, RawFact, RawImage, RawProduct, RawVariant } from "../engine/source/raw-tables.ts";

/**
 * A platform a shop sells on. Extraction streams: nothing of the catalog's size is ever held in memory, and a record that
 * is not an object, or a file that is not a catalog, fails the extract with a `PlainError` naming line and column.
 */
export interface Storefront {
  readonly kind: "csv" | "shopify";
  /** Hands every record of the catalog to the sink, once. */
  extract(request: ExtractionRequest): Promise<Extraction>;
  /** Reads single products again. A storefront whose catalogs come whole has none. */
  refresh?(request: RefreshRequest): Promise<Refreshed>;
  /** Which products have changed since a moment, whoever told of it. Products that are gone aren't among them. */
  changedSince?(request: ChangedRequest): Promise<Changed>;
  /** Domains of the shops whose extractions wait in this process for work of the platform. */
  waiting?(): readonly string[];
  /** The platform says that work it does for an extraction of the shop has ended: whoever waits in this process looks at once. */
  wake?(domain: string): void;
  /** Looks at what a new shop's owner gave, before anything is installed; what is wrong with it is a `PlainError` for them. */
  introduce(access: ShopAccess, signal: AbortSignal): Promise<Introduction>;
}

/** What a person gives to add a shop: the key to its platform, or its products. */
export type ShopAccess = { readonly kind: "shopify"; readonly shop: string; readonly token: string } | GivenExport;

export interface GivenExport {
  readonly kind: "csv";
  /** Null: the shop keeps those it has. */
  readonly products: GivenFile | null;
  readonly translations: GivenFile | null;
  /** Where the object store keeps what belongs to this shop, as a prefix of keys; none yet where it is left out. */
  readonly folder?: string;
}

/** As a string, or in a file of the same disk as the object store. `name`: what its owner calls it, for messages. */
export type GivenFile = ({ readonly text: string } | { readonly path: string }) & { readonly name?: string | undefined };

export interface Introduction {
  /** What the platform says of the shop; null where it says nothing. */
  readonly shop: IntroducedShop | null;
  /** The shop's `storefront_config`; secrets are sealed. */
  readonly config: object;
  /** Parts of the catalog that are left out, and what to do about it; null when none is. */
  readonly missing: string | null;
  /** Takes back what was stored for the shop, where it is not installed after all. */
  readonly undo: () => Promise<void>;
}

export interface IntroducedShop {
  readonly domain: string;
  readonly name: string;
  readonly currency: string;
  readonly country: string;
  readonly languages: ShopLanguages | null;
  readonly scopes: readonly string[];
}

/** The language a catalog is written in, and those it is published in, that one first. */
export interface ShopLanguages {
  readonly primary: string;
  readonly published: readonly string[];
}

/** What the platform says of a shop each time it is looked at. */
export interface ShopState {
  readonly timeZone: string;
  /** What our access to the shop allows; a scope to write is one to read, too. */
  readonly scopes: readonly string[];
  /** Null: the access does not tell. So are the markets. */
  readonly languages: ShopLanguages | null;
  readonly markets: readonly ShopMarket[] | null;
}

/** A part of the world the shop sells to on terms of its own. Those that sell nothing now are none. */
export interface ShopMarket {
  readonly handle: string;
  /** ISO 3166 alpha-2, where the market is one country alone. */
  readonly country: string | null;
  /** All of its countries; absent where the platform was last asked by a version that knew `country` alone. */
  readonly countries?: readonly MarketCountry[];
}

export interface MarketCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** What buyers there pay in (ISO 4217). */
  readonly currency: string;
}

export interface ShopCollection {
  /** The platform's own: `gid://shopify/Collection/290400000104`. */
  readonly id: string;
  readonly title: string;
}

export interface ExtractionRequest {
  readonly shop: StorefrontShop;
  readonly wanted: WantedParts;
  readonly sink: RawSink;
  readonly signal: AbortSignal;
  /** Share of the work done, 0 to 1; never goes back. */
  readonly progress: (share: number) => void;
  /** Takes a sentence on what the platform is being asked again, and null once it has answered. */
  readonly waiting?: ((why: string | null) => void) | undefined;
  /** Path of a file in the extract's own folder, which goes with the attempt; `name` is one of ours. */
  readonly file: (name: string) => string;
  readonly mark: ExtractionMark;
  readonly budget: RequestBudget;
  /** To be awaited once nothing more has to come from the platform: resolves when there's a slot for the computing that follows. Left out if there always is one. */
  readonly gathered?: () => Promise<void>;
}

/** Products to read again. A snapshot is made of what they are now and of what it has of the others. */
export interface RefreshRequest extends Pick<ExtractionRequest, "shop" | "wanted" | "sink" | "signal" | "file" | "budget"> {
  readonly touched: Touched;
  /** As the snapshot's extraction told it. */
  readonly context: string;
  /** The snapshot's dynamic source columns. */
  readonly columns: readonly string[];
  readonly productsMax: number;
}

export interface ChangedRequest extends Pick<ExtractionRequest, "shop" | "signal" | "budget"> {
  readonly since: Date;
  /** Products at most. */
  readonly most: number;
}

export interface Changed {
  /** By the platform's own numbers and its clock, the earliest change first. */
  readonly products: readonly { readonly id: string; readonly changedAt: Date }[];
  /** There are more, which have changed later than the last of these. */
  readonly isCut: boolean;
}

/** What the platform says has changed, by its own numbers. Those it doesn't know any more are gone. */
export interface Touched {
  readonly products: readonly string[];
  readonly variants: readonly string[];
  /** What stock is counted of, as far as the snapshot doesn't have it. */
  readonly inventoryItems: readonly string[];
  readonly collections: readonly TouchedCollection[];
}

/** A collection as the snapshot has it. */
export interface TouchedCollection {
  readonly id: string;
  /** Null: the snapshot has none of this number. */
  readonly title: string | null;
  readonly products: readonly string[];
}

export type Refreshed =
  /** What has changed concerns all products, or too many: only a full extract brings it. */
  | { readonly kind: "outdated"; readonly reason: string }
  | {
      readonly kind: "refreshed";
      /** All that were asked for. Those among them that the extraction doesn't have are gone. */
      readonly products: readonly string[];
      /** When those that are there had changed last, by the platform's clock. */
      readonly readings: ReadonlyMap<string, Date>;
      /** Of these products alone; dynamic columns and metafields are the snapshot's and theirs together, in the order of a full extract. */
      readonly extraction: Extraction;
    };

/** What the shop's feeds need beside the texts and prices that the catalog has itself; a part that cannot be had is left out, with a warning. */
export interface WantedParts {
  /** Codes as `languageCode` writes them, each once: `pt-BR`. */
  readonly locales: readonly string[];
  /** ISO 3166 alpha-2, each once. */
  readonly countries: readonly string[];
}

/** What an extract writes on the work it starts at the platform, so that a later attempt or extract knows it for ours. */
export interface ExtractionMark {
  /** The shop of this installation, the same for all its extracts: `fw-3f9a…`. */
  readonly shop: string;
  /** This extract, the same for all its attempts. */
  readonly extract: string;
}

/** What the platform lets a shop's callers ask for, counted over all processes. */
export interface RequestBudget {
  /** Takes `cost` points; answers how long to wait before asking again, in ms, 0 when they are taken. */
  take(cost: number): Promise<number>;
  /** What the platform has just said is left. */
  report(left: BudgetLeft): Promise<void>;
}

export interface BudgetLeft {
  readonly available: number;
  readonly maximum: number;
  /** Points a second that come back. */
  readonly restoreRate: number;
}

/** The access token of a shop that installed our app. */
export interface ShopTokens {
  /** A token that lives for some minutes. */
  current(signal: AbortSignal): Promise<string>;
  /** Another one, after the platform has refused this one. */
  renew(refused: string, signal: AbortSignal): Promise<string>;
}

export interface StorefrontShop {
  /** Of a shop that installed our app. */
  readonly tokens?: ShopTokens;
  readonly domain: string;
  readonly currency: string;
  /** The shop's `storefront_config`, to be parsed by the storefront. */
  readonly config: unknown;
  /** The metafields its merchant wants, in the order that names their columns; null: all. What an export names is taken whatever they are. */
  readonly metafields: readonly MetafieldIdentity[] | null;
  /** Those of the last snapshot: each keeps the source column it has there. */
  readonly knownMetafields: readonly FoundMetafield[];
}

/** Resolves when there is room for more. */
export interface RawSink {
  product(record: RawProduct): Promise<void> | void;
  variant(record: RawVariant): Promise<void> | void;
  image(record: RawImage): Promise<void> | void;
  fact(record: RawFact): Promise<void> | void;
  beside<K extends keyof BesideRecords>(kind: K, record: BesideRecords[K]): Promise<void> | void;
  /** Records that have been written out already, by a storefront that reads with several threads. */
  lines(kind: RawKind, block: RecordLines): Promise<void> | void;
}

export type RawKind = "product" | "variant" | "image" | "fact" | keyof BesideRecords;

export interface RecordLines {
  /** Each record as JSON, in UTF-8, with a line feed behind it. */
  readonly bytes: Uint8Array;
  readonly records: number;
  readonly longestBytes: number;
}

export interface Extraction {
  /** What the platform says the catalog holds; the snapshot must agree with it. */
  readonly products: number;
  readonly variants: number;
  /** Dynamic source columns (metafields, stock by location) in the order the platform names them. */
  readonly metafieldColumns: readonly string[];
  /** The metafields there are, those that were not taken too: what a merchant chooses from. */
  readonly metafields: readonly FoundMetafield[];
  /** The markets whose prices come with the variants. */
  readonly markets: readonly PricedMarket[];
  /** The languages whose translations come with the products. */
  readonly translations: readonly TranslatedLocale[];
  /** The countries whose prices come beside the catalog; null: the platform has no prices by country. */
  readonly countries: readonly PricedCountry[] | null;
  /** What was wanted beside the catalog and could not be had. */
  readonly leftOut: readonly LeftOutPart[];
  /** All there are, those without products too; null where the platform knows collections by their titles alone. */
  readonly collections: readonly ShopCollection[] | null;
  /** Null where the platform says nothing of the shop. */
  readonly shop: ShopState | null;
  readonly warnings: readonly ExtractionWarning[];
  /** A digest of what all products have in common. Records read under another one don't go together with these; null: nothing can be read alone. */
  readonly context: string | null;
}

export interface TranslatedLocale {
  /** As it was wanted. */
  readonly locale: string;
  /** Where customers of the shop's own country find the store in the language; without a slash at the end. */
  readonly rootUrl: string;
}

/** A wanted language or country that the snapshot does without. What feeds published before stays. */
export interface LeftOutPart {
  readonly kind: "locale" | "country";
  readonly code: string;
  /** For the merchant: why, and what to do about it. */
  readonly reason: string;
}

/** A market whose prices are in the catalog. */
export interface PricedMarket {
  readonly name: string;
  /** Of its prices (ISO 4217), where the platform or the merchant says; null: it follows from the market's name, or is unknown. */
  readonly currency: string | null;
}

/** Something that was repaired or left out on the way in, counted. */
export interface ExtractionWarning {
  /** `invalid_utf8`, `quantity_missing`, … */
  readonly code: string;
  readonly count: number;
  readonly message: string;
}
