/** What people ask a shop by hand. Feedwright never sends these; the simulator answers them, so the schema file reaches them too. */
export const BROWSING_DOCUMENTS: readonly string[] = Object.freeze([
  /* GraphQL */ `
    query Products($first: Int, $after: String, $query: String) {
      products(first: $first, after: $after, query: $query) {
        nodes {
          ...WholeProduct
        }
        edges {
          cursor
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
    query Product($id: ID!) {
      product(id: $id) {
        ...WholeProduct
        onlineStorePreviewUrl
        variants(first: 100) {
          nodes {
            ...WholeVariant
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
        media(first: 50) {
          nodes {
            id
            alt
            mediaContentType
            status
          }
        }
        collections(first: 50) {
          nodes {
            id
            handle
            title
          }
        }
        metafields(first: 50) {
          nodes {
            id
            namespace
            key
            type
            value
          }
        }
        resourcePublicationsV2(first: 10, onlyPublished: false) {
          nodes {
            isPublished
            publishDate
          }
        }
      }
    }
    query ProductTranslations($id: ID!, $locale: String!) {
      product(id: $id) {
        translations(locale: $locale) {
          ...WholeTranslation
        }
        options {
          id
          translations(locale: $locale) {
            ...WholeTranslation
          }
          optionValues {
            id
            name
            translations(locale: $locale) {
              ...WholeTranslation
            }
          }
        }
        metafields(first: 50) {
          nodes {
            id
            translations(locale: $locale) {
              ...WholeTranslation
            }
          }
        }
        media(first: 50) {
          nodes {
            id
            ... on MediaImage {
              translations(locale: $locale) {
                ...WholeTranslation
              }
            }
          }
        }
      }
    }
    fragment WholeTranslation on Translation {
      key
      locale
      value
      outdated
      updatedAt
      market {
        id
      }
    }
    query ProductVariants($first: Int, $after: String, $query: String) {
      productVariants(first: $first, after: $after, query: $query) {
        nodes {
          ...WholeVariant
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    query Collections($first: Int, $after: String) {
      collections(first: $first, after: $after) {
        edges {
          node {
            id
          }
        }
        nodes {
          id
          handle
          title
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    query Locations($first: Int) {
      locations(first: $first) {
        nodes {
          id
          name
          isActive
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    query Operations($id: ID!) {
      bulkOperation(id: $id) {
        id
        status
        type
        createdAt
        completedAt
        partialDataUrl
      }
      bulkOperations(first: 20) {
        edges {
          node {
            id
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    fragment WholeProduct on Product {
      id
      legacyResourceId
      handle
      title
      description
      descriptionHtml
      vendor
      productType
      status
      tags
      totalInventory
      tracksInventory
      options {
        id
        name
        position
        values
      }
    }
    fragment WholeVariant on ProductVariant {
      id
      legacyResourceId
      title
      displayName
      position
      sku
      barcode
      price
      compareAtPrice
      taxable
      availableForSale
      inventoryQuantity
      requiresComponents
      product {
        id
      }
      inventoryItem {
        id
        sku
        tracked
      }
      selectedOptions {
        name
        value
      }
    }
  `,
]);
