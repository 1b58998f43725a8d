import { z } from "zod";
import type { ShopLanguages, ShopState } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import type { Part } from "./bulk-documents.ts";
import { askMarkets } from "./shop-markets.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";

/** What Shopify says of the shop and of our access to it. */
export interface ShopContext {
  /** `gid://shopify/Shop/…` */
  readonly id: string;
  readonly name: string;
  /** `my-shop.myshopify.com`, whatever the shop calls itself outside. */
  readonly platformDomain: string;
  /** The host customers see. */
  readonly domain: string;
  /** Where the online store is, without a slash at the end. */
  readonly storeUrl: string;
  readonly currency: string;
  readonly timeZone: string;
  /** Null where the shop has given no address. */
  readonly country: string | null;
  readonly scopes: ReadonlySet<string>;
}

const ShopAnswer = z.object({
  shop: z.object({
    id: z.string(),
    name: z.string(),
    myshopifyDomain: z.string(),
    primaryDomain: z.object({ host: z.string(), url: z.string() }),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    shopAddress: z.object({ countryCodeV2: z.string().nullable() }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

export async function askShop(client: AdminClient): Promise<ShopContext> {
  const { shop, currentAppInstallation } = await client.ask(DIRECT_DOCUMENTS.shop, {}, ShopAnswer);
  const handles = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  // Whoever may write may read, and Shopify lists only the larger of the two.
  const scopes = handles.flatMap((handle) => (handle.startsWith("write_") ? [handle, handle.replace("write_", "read_")] : [handle]));
  return {
    id: shop.id,
    name: shop.name,
    platformDomain: shop.myshopifyDomain,
    domain: shop.primaryDomain.host,
    storeUrl: shop.primaryDomain.url.replace(/\/+$/, ""),
    currency: shop.currencyCode,
    timeZone: shop.ianaTimezone,
    country: shop.shopAddress.countryCodeV2,
    scopes: new Set(scopes),
  };
}

const CountsAnswer = z.object({
  productsCount: z.object({ count: z.int() }).nullable(),
  productVariantsCount: z.object({ count: z.int() }).nullable(),
});

/** How large the catalog is about now; what progress is measured by. */
export async function askCounts(client: AdminClient): Promise<{ readonly products: number; readonly variants: number }> {
  const { productsCount, productVariantsCount } = await client.ask(DIRECT_DOCUMENTS.counts, {}, CountsAnswer);
  return { products: productsCount?.count ?? 0, variants: productVariantsCount?.count ?? 0 };
}

const LocalesAnswer = z.object({
  shopLocales: z.array(z.object({ locale: z.string(), primary: z.boolean(), published: z.boolean() })),
});

/** What tells the languages is asked for by either. */
const LOCALE_SCOPES = ["read_locales", "read_markets_home"];

/** The locale the catalog is written in, and those it is published in; null where the access does not tell. */
export async function askLanguages(client: AdminClient, scopes: ReadonlySet<string>): Promise<ShopLanguages | null> {
  if (!LOCALE_SCOPES.some((scope) => scopes.has(scope))) return null;
  const { shopLocales } = await client.ask(DIRECT_DOCUMENTS.locales, {}, LocalesAnswer);
  const primary = shopLocales.find((locale) => locale.primary)?.locale ?? "en";
  const others = shopLocales.filter((locale) => locale.published && !locale.primary).map(({ locale }) => locale);
  return { primary, published: [primary, ...others] };
}

/** What is kept of the shop beside its catalog. */
export async function askState(client: AdminClient, { timeZone, scopes, currency }: ShopContext): Promise<ShopState> {
  const [languages, markets] = await Promise.all([askLanguages(client, scopes), askMarkets(client, { scopes, currency })]);
  return { timeZone, scopes: [...scopes].toSorted(), languages, markets };
}

const PublicationsAnswer = z.object({
  publications: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        catalog: z.object({ apps: z.object({ nodes: z.array(z.object({ handle: z.string() })) }).optional() }).nullable(),
      }),
    ),
  }),
});

const ONLINE_STORE = "online_store";

const LocationsAnswer = z.object({ locations: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }) });

/** Where the shop sells and keeps its stock, as far as its parts need it. */
export interface ShopPlaces {
  /** The publication that is the shop's own website; null for a shop without one. */
  readonly onlineStore: string | null;
  /** Names by id. */
  readonly locations: ReadonlyMap<string, string>;
}

export async function askPlaces(client: AdminClient, parts: readonly Part[]): Promise<ShopPlaces> {
  const onlineStore = parts.includes("publications") ? await askOnlineStore(client) : null;
  const answer = parts.includes("inventory") ? await client.ask(DIRECT_DOCUMENTS.locations, {}, LocationsAnswer) : undefined;
  return { onlineStore, locations: new Map(answer?.locations.nodes.map(({ id, name }) => [id, name])) };
}

async function askOnlineStore(client: AdminClient): Promise<string | null> {
  const { publications } = await client.ask(DIRECT_DOCUMENTS.publications, {}, PublicationsAnswer);
  const found = publications.nodes.find(({ catalog }) => catalog?.apps?.nodes.some(({ handle }) => handle === ONLINE_STORE) ?? false);
  return found?.id ?? null;
}
