import type { Fields } from "./context.ts";
import {
  contextualPricingFields,
  countryFields,
  marketCatalogFields,
  marketFields,
  marketsResolvedFields,
  regionsFields,
  webPresenceFields,
} from "./market-fields.ts";
import { mutationFields, operationFields } from "./operation-fields.ts";
import {
  categoryFields,
  collectionFields,
  fileFields,
  imageFields,
  linkedMetafieldFields,
  mediaFields,
  metafieldFields,
  metaobjectFields,
  optionFields,
  optionValueFields,
  pageFields,
  productFields,
  resourcePublicationFields,
  selectedOptionFields,
  taxonomyValueFields,
} from "./product-fields.ts";
import {
  appCatalogFields,
  appFields,
  installationFields,
  locationFields,
  publicationFields,
  queryFields,
  shopFields,
} from "./shop-fields.ts";
import { subscriptionFields } from "./subscription-fields.ts";
import { webhookFields } from "./webhook-fields.ts";
import { translatableFields } from "./translation-fields.ts";
import { inventoryItemFields, inventoryLevelFields, variantFields } from "./variant-fields.ts";

/** Fields by type. A type that is not here has its fields as members of its sources. */
export const FIELD_TABLES: Readonly<Record<string, Fields<never>>> = {
  App: appFields,
  AppCatalog: appCatalogFields,
  AppInstallation: installationFields,
  AppSubscription: subscriptionFields,
  BulkOperation: operationFields,
  Collection: collectionFields,
  ExternalVideo: mediaFields,
  GenericFile: fileFields,
  Image: imageFields,
  InventoryItem: inventoryItemFields,
  InventoryLevel: inventoryLevelFields,
  LinkedMetafield: linkedMetafieldFields,
  Location: locationFields,
  Market: marketFields,
  MarketCatalog: marketCatalogFields,
  MarketRegionCountry: countryFields,
  MarketsResolvedValues: marketsResolvedFields,
  MarketWebPresence: webPresenceFields,
  MediaImage: mediaFields,
  Metafield: metafieldFields,
  Metaobject: metaobjectFields,
  Mutation: mutationFields,
  Page: pageFields,
  Product: productFields,
  ProductOption: optionFields,
  ProductOptionValue: optionValueFields,
  ProductVariant: variantFields,
  ProductVariantContextualPricing: contextualPricingFields,
  Publication: publicationFields,
  QueryRoot: queryFields,
  RegionsCondition: regionsFields,
  ResourcePublicationV2: resourcePublicationFields,
  SelectedOption: selectedOptionFields,
  Shop: shopFields,
  TaxonomyCategory: categoryFields,
  TaxonomyValue: taxonomyValueFields,
  TranslatableResource: translatableFields,
  WebhookSubscription: webhookFields,
};
