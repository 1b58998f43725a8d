/**
 * The documents that Feedwright asks Shopify's Admin API directly; those of bulk operations are beside them. A test holds each to
 * the real schema of `ADMIN_VERSION`; `npm run shopify:schema` takes the part of the schema they reach.
 */

/** Quarterly; a version lives twelve months at least. */
export const ADMIN_VERSION = "2026-10";

const SHOP = /* GraphQL */ `
  query Shop {
    shop {
      id
      name
      myshopifyDomain
      primaryDomain {
        host
        url
      }
      currencyCode
      ianaTimezone
      shopAddress {
        countryCodeV2
      }
    }
    currentAppInstallation {
      id
      accessScopes {
        handle
      }
    }
  }
`;

const COUNTS = /* GraphQL */ `
  query CatalogCounts {
    productsCount(limit: null) {
      count
    }
    productVariantsCount(limit: null) {
      count
    }
  }
`;

const LOCALES = /* GraphQL */ `
  query Locales {
    shopLocales {
      locale
      primary
      published
    }
  }
`;

const PUBLICATIONS = /* GraphQL */ `
  query Publications {
    publications(first: 100, catalogType: APP) {
      nodes {
        id
        catalog {
          id
          ... on AppCatalog {
            apps(first: 5) {
              nodes {
                id
                handle
              }
            }
          }
        }
      }
    }
  }
`;

const LOCATIONS = /* GraphQL */ `
  query Locations {
    locations(first: 100, includeInactive: true, includeLegacy: true) {
      nodes {
        id
        name
      }
    }
  }
`;

const COLLECTIONS = /* GraphQL */ `
  query Collections($after: String) {
    collections(first: 250, after: $after, sortKey: ID) {
      nodes {
        id
        title
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** What a market sells in, and where. Its other countries are asked for with `MARKET_REGIONS`. */
const MARKETS = /* GraphQL */ `
  query Markets($after: String) {
    markets(first: 25, after: $after, type: REGION) {
      nodes {
        id
        handle
        status
        currencySettings {
          baseCurrency {
            currencyCode
          }
          localCurrencies
        }
        conditions {
          regionsCondition {
            regions(first: 100) {
              nodes {
                id
                ... on MarketRegionCountry {
                  code
                  currency {
                    currencyCode
                    enabled
                  }
                }
              }
              pageInfo {
                hasNextPage
                endCursor
              }
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const MARKET_REGIONS = /* GraphQL */ `
  query MarketRegions($id: ID!, $after: String) {
    market(id: $id) {
      id
      conditions {
        regionsCondition {
          regions(first: 250, after: $after) {
            nodes {
              id
              ... on MarketRegionCountry {
                code
                currency {
                  currencyCode
                  enabled
                }
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  }
`;

/** Where a market's pages are, and what decides on which variants it sells. */
const MARKET_PLACES = /* GraphQL */ `
  query MarketPlaces($after: String) {
    markets(first: 25, after: $after, type: REGION) {
      nodes {
        id
        handle
        status
        webPresences(first: 10) {
          nodes {
            id
            defaultLocale {
              locale
            }
            rootUrls {
              locale
              url
            }
          }
        }
        catalogs(first: 25) {
          nodes {
            id
            status
            publication {
              id
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** Where buyers of a country find the shop in each language. */
const ROOT_URLS = /* GraphQL */ `
  query RootUrls($country: CountryCode!) {
    marketsResolvedValues(buyerSignal: { countryCode: $country }) {
      webPresences(first: 10) {
        nodes {
          id
          rootUrls {
            locale
            url
          }
        }
      }
    }
  }
`;

const BULK_RUN = /* GraphQL */ `
  mutation BulkRun($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: false) {
      bulkOperation {
        id
        status
      }
      userErrors {
        field
        message
        code
      }
    }
  }
`;

const BULK_POLL = /* GraphQL */ `
  query BulkPoll($id: ID!) {
    bulkOperation(id: $id) {
      id
      status
      errorCode
      objectCount
      rootObjectCount
      fileSize
      url
    }
  }
`;

const BULK_LIST = /* GraphQL */ `
  query BulkList {
    bulkOperations(first: 50, query: "operation_type:query", sortKey: CREATED_AT) {
      nodes {
        id
        status
        query
      }
    }
  }
`;

const BULK_CANCEL = /* GraphQL */ `
  mutation BulkCancel($id: ID!) {
    bulkOperationCancel(id: $id) {
      bulkOperation {
        id
        status
      }
      userErrors {
        field
        message
      }
    }
  }
`;

export const DIRECT_DOCUMENTS = Object.freeze({
  shop: SHOP,
  counts: COUNTS,
  locales: LOCALES,
  publications: PUBLICATIONS,
  locations: LOCATIONS,
  collections: COLLECTIONS,
  markets: MARKETS,
  marketRegions: MARKET_REGIONS,
  marketPlaces: MARKET_PLACES,
  rootUrls: ROOT_URLS,
  bulkRun: BULK_RUN,
  bulkPoll: BULK_POLL,
  bulkList: BULK_LIST,
  bulkCancel: BULK_CANCEL,
});
