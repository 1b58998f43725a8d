/**
 * The documents that run as bulk operations, one for each part of a catalog. A test holds each to the real schema and to the
 * rules of bulk queries.
 */

/**
 * What exists: products, variants and their pictures and collections. A bulk query takes five connections at most, so this is
 * full; whatever else is wanted of a product comes in a part of its own.
 */
const BULK_CORE = /* GraphQL */ `
  {
    products {
      edges {
        node {
          id
          handle
          title
          descriptionHtml
          vendor
          productType
          status
          tags
          createdAt
          updatedAt
          publishedAt
          onlineStoreUrl
          isGiftCard
          requiresSellingPlan
          hasOnlyDefaultVariant
          combinedListingRole
          category {
            id
            fullName
          }
          seo {
            title
            description
          }
          options {
            name
            position
            linkedMetafield {
              namespace
              key
            }
          }
          featuredMedia {
            id
            ... on MediaImage {
              image {
                url
                altText
              }
            }
          }
          media {
            edges {
              node {
                id
                alt
                mediaContentType
                ... on MediaImage {
                  image {
                    url
                  }
                }
              }
            }
          }
          collections {
            edges {
              node {
                id
                title
              }
            }
          }
          variants {
            edges {
              node {
                id
                position
                sku
                barcode
                price
                compareAtPrice
                availableForSale
                requiresComponents
                inventoryPolicy
                inventoryQuantity
                createdAt
                updatedAt
                selectedOptions {
                  name
                  value
                }
                unitPrice {
                  amount
                }
                inventoryItem {
                  id
                  tracked
                  requiresShipping
                  countryCodeOfOrigin
                  harmonizedSystemCode
                  unitCost {
                    amount
                  }
                  measurement {
                    weight {
                      value
                      unit
                    }
                  }
                }
                media {
                  edges {
                    node {
                      id
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`;

const BULK_METAFIELDS = /* GraphQL */ `
  {
    products {
      edges {
        node {
          id
          metafields {
            edges {
              node {
                id
                namespace
                key
                type
                value
              }
            }
          }
          variants {
            edges {
              node {
                id
                metafields {
                  edges {
                    node {
                      id
                      namespace
                      key
                      type
                      value
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`;

const BULK_INVENTORY = /* GraphQL */ `
  {
    productVariants {
      edges {
        node {
          id
          inventoryItem {
            inventoryLevels {
              edges {
                node {
                  id
                  isActive
                  location {
                    id
                  }
                  quantities(names: ["available"]) {
                    name
                    quantity
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`;

const BULK_PUBLICATIONS = /* GraphQL */ `
  {
    products {
      edges {
        node {
          id
          variants {
            edges {
              node {
                id
                resourcePublicationsV2(onlyPublished: false) {
                  edges {
                    node {
                      isPublished
                      publication {
                        id
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`;

/** Documents that run as bulk operations: one for each part of a catalog. */
export const BULK_DOCUMENTS = Object.freeze({
  core: BULK_CORE,
  metafields: BULK_METAFIELDS,
  inventory: BULK_INVENTORY,
  publications: BULK_PUBLICATIONS,
});

export type CatalogPart = keyof typeof BULK_DOCUMENTS;

/** What an export is of. Those beside the catalog's own have documents made for what feeds want. */
export type Part = CatalogPart | "translations" | "prices";
