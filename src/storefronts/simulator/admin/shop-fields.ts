import { SAMPLE_SHOP } from "../../sample/sample-shop.ts";
import {
  gid,
  INSTALLATION_ID,
  LOCALES,
  type LocationFacts,
  LOCATIONS,
  type PublicationFacts,
  PUBLICATIONS,
  SHOP_ID,
} from "../shop-facts.ts";
import { MARKETS } from "../market-facts.ts";
import { collectionListing, countOf, productListing, variantListing } from "./catalog-listings.ts";
import type { AdminContext, Fields } from "./context.ts";
import { subscriptionListing } from "./subscription-fields.ts";
import { numericId } from "./global-id.ts";
import { listed } from "./listing.ts";
import { nodesOf, translatableResources } from "./node-lookup.ts";
import { countryOf } from "./market-fields.ts";
import { webhookQueries } from "./webhook-fields.ts";
import { operationListing, operationOf } from "./operation-fields.ts";

/** Without a filter counting takes no look at the products. */
const isFiltered = (query: unknown): boolean => typeof query === "string" && query.trim() !== "";

function counted(count: number, limit: unknown): { readonly count: number } {
  return { count: typeof limit === "number" ? Math.min(count, limit) : count };
}

export const queryFields: Fields<unknown> = {
  ...webhookQueries,
  shop: (_source, _args, context) => context,
  currentAppInstallation: (_source, _args, context) => context,
  shopLocales: (_source, { published }) => LOCALES.filter((locale) => published !== true || locale.published),
  publications: (_source, { catalogType, reverse }) =>
    listed(typeof catalogType === "string" && catalogType !== "APP" ? [] : PUBLICATIONS, ({ id }) => id, reverse),
  locations: (_source, { reverse }) => listed(LOCATIONS, ({ id }) => id, reverse),
  productsCount: (_source, { query, limit }, { catalog }) =>
    isFiltered(query) ? countOf(productListing(catalog, { query }), limit) : counted(catalog.count(), limit),
  productVariantsCount: async (_source, { query, limit }, { catalog }) =>
    isFiltered(query) ? countOf(variantListing(catalog, { query }), limit) : counted(await catalog.variantCount(), limit),
  products: (_source, args, { catalog }) => productListing(catalog, args),
  productVariants: (_source, args, { catalog }) => variantListing(catalog, args),
  collections: (_source, args, { catalog }) => collectionListing(catalog, args),
  collection: (_source, { id }, { catalog }) => catalog.collections.find(numericId("Collection", id)) ?? null,
  market: (_source, { id }) => MARKETS.find((market) => market.id === numericId("Market", id)) ?? null,
  markets: (_source, { type, reverse }) => listed(typeof type === "string" && type !== "REGION" ? [] : MARKETS, ({ id }) => id, reverse),
  marketsResolvedValues: (_source, { buyerSignal }) => ({ country: countryOf(buyerSignal, "countryCode") }),
  product: (_source, { id }, { catalog }) => catalog.find(numericId("Product", id)) ?? null,
  nodes: (_source, { ids }, context) => nodesOf(ids, context),
  translatableResourcesByIds: (_source, { resourceIds, reverse }, context) => translatableResources(resourceIds, reverse, context),
  bulkOperation: (_source, { id }, { bulk }) => operationOf(bulk, numericId("BulkOperation", id)),
  bulkOperations: (_source, args, { bulk }) => operationListing(bulk, args),
};

export const shopFields: Fields<AdminContext> = {
  id: () => gid("Shop", SHOP_ID),
  name: () => SAMPLE_SHOP.name,
  myshopifyDomain: ({ shopDomain }) => shopDomain,
  primaryDomain: ({ shopDomain }) => ({ host: shopDomain, url: `https://${shopDomain}` }),
  currencyCode: () => SAMPLE_SHOP.currency,
  ianaTimezone: () => SAMPLE_SHOP.timeZone,
  plan: ({ app }) => ({ partnerDevelopment: app.isDevelopment() }),
  shopAddress: () => ({ countryCodeV2: SAMPLE_SHOP.country }),
};

export const installationFields: Fields<AdminContext> = {
  id: () => gid("AppInstallation", INSTALLATION_ID),
  activeSubscriptions: ({ app }) => app.subscriptions.list().filter(({ status }) => status === "ACTIVE"),
  allSubscriptions: ({ app }, { reverse }) => subscriptionListing(app, reverse),
  accessScopes: ({ scopes }) => [...scopes].map((handle) => ({ handle })),
};

export const publicationFields: Fields<PublicationFacts> = {
  id: ({ id }) => gid("Publication", id),
  catalog: (publication) => ({ __typename: "AppCatalog", publication }),
};

export const appCatalogFields: Fields<{ readonly publication: PublicationFacts }> = {
  id: ({ publication }) => gid("AppCatalog", publication.catalogId),
  apps: ({ publication }, { reverse }) => listed([publication], ({ appId }) => appId, reverse),
};

export const appFields: Fields<PublicationFacts> = {
  id: ({ appId }) => gid("App", appId),
  handle: ({ handle }) => handle,
};

export const locationFields: Fields<LocationFacts> = {
  id: ({ id }) => gid("Location", id),
  name: ({ name }) => name,
  isActive: () => true,
};
