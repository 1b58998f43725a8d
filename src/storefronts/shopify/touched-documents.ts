/** The documents that tell which products something that changed concerns; held to the real schema as the others are. */

/** What a collection is called, and what is in it. */
const COLLECTION_PRODUCTS = /* GraphQL */ `
  query CollectionProducts($id: ID!, $after: String) {
    collection(id: $id) {
      id
      title
      products(first: 250, after: $after, sortKey: ID) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;

/** The products that variants and inventory items belong to. */
const OWNING_PRODUCTS = /* GraphQL */ `
  query OwningProducts($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on ProductVariant {
        product {
          id
        }
      }
      ... on InventoryItem {
        variants(first: 10) {
          nodes {
            id
            product {
              id
            }
          }
        }
      }
    }
  }
`;

/** Products that have changed since a moment, the earliest change first: one that changes meanwhile comes at the end. */
const CHANGED_PRODUCTS = /* GraphQL */ `
  query ChangedProducts($query: String!, $after: String) {
    products(first: 250, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes {
        id
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

export const TOUCHED_DOCUMENTS = Object.freeze({
  collectionProducts: COLLECTION_PRODUCTS,
  owningProducts: OWNING_PRODUCTS,
  changedProducts: CHANGED_PRODUCTS,
});
