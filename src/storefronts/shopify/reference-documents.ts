/** The documents that ask what the objects are called that metafields point at; held to the schema as the others are. */

/** What metafields point at, as far as products are read: a name, or of a file its address. An object that is gone is null. */
const CATALOG_REFERENCES = /* GraphQL */ `
  query CatalogReferences($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Product {
        title
      }
      ... on ProductVariant {
        displayName
      }
      ... on Collection {
        title
      }
      ... on TaxonomyValue {
        name
      }
      ... on MediaImage {
        image {
          url
        }
      }
      ... on GenericFile {
        url
      }
      ... on Video {
        originalSource {
          url
        }
      }
      ... on Model3d {
        originalSource {
          url
        }
      }
    }
  }
`;

const METAOBJECTS = /* GraphQL */ `
  query Metaobjects($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Metaobject {
        displayName
        pattern: field(key: "pattern_taxonomy_reference") {
          key
          reference {
            ... on TaxonomyValue {
              name
            }
          }
        }
      }
    }
  }
`;

const PAGES = /* GraphQL */ `
  query Pages($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Page {
        title
      }
      ... on Article {
        title
      }
    }
  }
`;

/** What metafields point at, by what an access token has to be allowed to read. No feed needs the scopes of these: without one, its columns are left out. */
export const REFERENCE_DOCUMENTS = Object.freeze({ catalog: CATALOG_REFERENCES, metaobjects: METAOBJECTS, pages: PAGES });
