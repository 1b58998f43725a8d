/**
 * The documents that ask what a buyer in a country is shown: one alias for each, so that a pass over the variants answers for many
 * countries. A test holds documents of 1 to 60 countries to the real schema and to the rules of bulk queries.
 */

/** A country that a feed is for, and what says whether its market sells a variant. */
export interface AskedCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** What its market charges in (ISO 4217). */
  readonly currency: string;
  /** Ids of the publications of its market's catalogs; a variant is sold where one of them has it. None: every variant is. */
  readonly publications: readonly string[];
}

/** A variant's line has some 300 bytes a country, so this many make lines that are still read quickly, and a document far below Shopify's 65,535 bytes. */
const COUNTRIES_A_DOCUMENT = 20;
/** Publications of catalogs are named in the document, and a market may have many catalogs. */
const PUBLICATIONS_A_DOCUMENT = 200;

/** Countries that are asked for together. */
export function countryGroups(countries: readonly AskedCountry[]): readonly (readonly AskedCountry[])[] {
  const groups: AskedCountry[][] = [];
  for (const country of countries) {
    const last = groups.at(-1);
    const publications = new Set([...(last ?? []), country].flatMap((one) => one.publications)).size;
    if (last !== undefined && last.length < COUNTRIES_A_DOCUMENT && publications <= PUBLICATIONS_A_DOCUMENT) last.push(country);
    else groups.push([country]);
  }
  return groups;
}

/** Names of what a line answers for a country or a publication. */
export const ALIAS = Object.freeze({
  prices: (country: string): string => `prices${country}`,
  sold: (country: string): string => `sold${country}`,
  publication: (at: number): string => `published${at + 1}`,
});

/** Publications of some countries in the order of their aliases, each once. */
export function publicationsOf(countries: readonly AskedCountry[]): readonly string[] {
  return [...new Set(countries.flatMap(({ publications }) => publications))];
}

const MONEY = "{ amount currencyCode }";

/** Prices of each variant in some countries; `sold` also whether the product and the variant are published there. */
export function marketPricesDocument(countries: readonly AskedCountry[], sold: boolean): string {
  const prices = countries.map(
    ({ code }) =>
      `${ALIAS.prices(code)}: contextualPricing(context: { country: ${code} }) { price ${MONEY} compareAtPrice ${MONEY} unitPrice ${MONEY} }`,
  );
  const published = countries.map(({ code }) => `${ALIAS.sold(code)}: publishedInContext(context: { country: ${code} })`);
  const publications = publicationsOf(countries).map(
    (id, at) => `${ALIAS.publication(at)}: publishedOnPublication(publicationId: ${JSON.stringify(id)})`,
  );
  const fields = ["id", ...prices, ...(sold ? [`product { ${published.join(" ")} }`, ...publications] : [])];
  return `{ productVariants { edges { node { ${fields.join("\n")} } } } }`;
}
