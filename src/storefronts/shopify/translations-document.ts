/**
 * The bulk document that brings what products are called in other languages. It is made for the locales that feeds ask for, one alias each:
 * texts of products, of their options and option values, and of the metafields of products and variants. A variant has no text of its own.
 */
export function translationsDocument(locales: readonly string[], { ofVariants }: { readonly ofVariants: boolean }): string {
  const told = toldIn(locales);
  const metafields = `metafields { edges { node { id namespace key type ${told} } } }`;
  const variants = ofVariants ? ` variants { edges { node { id ${metafields} } } }` : "";
  return `{
  products { edges { node {
    id
    ${told}
    options { name position ${told} optionValues { name ${told} } }
    ${metafields}${variants}
  } } }
}
`;
}

/** The documents that ask, by id, what the objects that metafields point at are called in the locales. */
export type LabelDocuments = Readonly<Record<"resources" | "variants", string>>;

/**
 * Products, collections, pages and articles are called by their title. A metaobject's translations are known by the keys of its fields, and
 * which of these is the display name only shows in the primary texts: the definition that names it asks for a scope of its own.
 * A variant has no text of its own; its name is made of the product's title and its option values.
 */
export function labelDocuments(locales: readonly string[]): LabelDocuments {
  const told = toldIn(locales);
  return {
    resources: `query Labels($ids: [ID!]!, $first: Int!) {
  translatableResourcesByIds(resourceIds: $ids, first: $first) { nodes {
    resourceId
    translatableContent { key value }
    ${told}
  } }
}
`,
    variants: `query VariantLabels($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on ProductVariant {
      id
      product { title ${told} }
      selectedOptions { value optionValue { ${told} } }
    }
  }
}
`,
  };
}

function toldIn(locales: readonly string[]): string {
  return locales.map((locale, at) => `${alias(at)}: translations(locale: ${JSON.stringify(locale)}) { key value }`).join(" ");
}

/** Under which name a line carries the translations of the locale at a place of the list. */
export function alias(at: number): string {
  return `l${at + 1}`;
}
