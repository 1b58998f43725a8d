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

/**
 * The document that asks what metaobjects are called in the locales. Their translations are known by the keys of fields, and which of these
 * is the display name only shows in the primary texts: the definition that names it asks for a scope of its own.
 */
export function labelsDocument(locales: readonly string[]): string {
  return `query Labels($ids: [ID!]!, $first: Int!) {
  translatableResourcesByIds(resourceIds: $ids, first: $first) { nodes {
    resourceId
    translatableContent { key value }
    ${toldIn(locales)}
  } }
}
`;
}

function toldIn(locales: readonly string[]): string {
  return locales.map((locale, at) => `${alias(at)}: translations(locale: ${JSON.stringify(locale)}) { key value }`).join(" ");
}

/** Under which name a line carries the translations of the locale at a place of the list. */
export function alias(at: number): string {
  return `l${at + 1}`;
}
