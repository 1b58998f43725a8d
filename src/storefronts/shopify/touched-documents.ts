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

export const TOUCHED_DOCUMENTS = Object.freeze({ collectionProducts: COLLECTION_PRODUCTS, owningProducts: OWNING_PRODUCTS });
