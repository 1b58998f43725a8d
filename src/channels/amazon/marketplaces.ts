/** Amazon's marketplaces: Selling Partner API, marketplace ids, read 2026-11. */
export interface Marketplace {
  readonly id: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly languageTag: string;
  readonly currency: string;
}

const MARKETPLACES: readonly Marketplace[] = Object.freeze([
  { id: "ATVPDKIKX0DER", country: "US", languageTag: "en_US", currency: "USD" },
  { id: "A2EUQ1WTGCTBG2", country: "CA", languageTag: "en_CA", currency: "CAD" },
  { id: "A1AM78C64UM0Y8", country: "MX", languageTag: "es_MX", currency: "MXN" },
  { id: "A2Q3Y263D00KWC", country: "BR", languageTag: "pt_BR", currency: "BRL" },
  { id: "A1F83G8C2ARO7P", country: "GB", languageTag: "en_GB", currency: "GBP" },
  { id: "A1PA6795UKMFR9", country: "DE", languageTag: "de_DE", currency: "EUR" },
  { id: "A13V1IB3VIYZZH", country: "FR", languageTag: "fr_FR", currency: "EUR" },
  { id: "APJ6JRA9NG5V4", country: "IT", languageTag: "it_IT", currency: "EUR" },
  { id: "A1RKKUPIHCS9HS", country: "ES", languageTag: "es_ES", currency: "EUR" },
  { id: "A1805IZSGTT6HS", country: "NL", languageTag: "nl_NL", currency: "EUR" },
  { id: "A2NODRKZP88ZB9", country: "SE", languageTag: "sv_SE", currency: "SEK" },
  { id: "A1C3SOZRARQ6R3", country: "PL", languageTag: "pl_PL", currency: "PLN" },
  { id: "AMEN7PMS3EDWL", country: "BE", languageTag: "fr_BE", currency: "EUR" },
  { id: "A28R8C7NBKEWEA", country: "IE", languageTag: "en_IE", currency: "EUR" },
  { id: "A33AVAJ2PDY3EV", country: "TR", languageTag: "tr_TR", currency: "TRY" },
  { id: "A2VIGQ35RCS4UG", country: "AE", languageTag: "en_AE", currency: "AED" },
  { id: "A17E79C6D8DWNP", country: "SA", languageTag: "en_AE", currency: "SAR" },
  { id: "ARBP9OOSHTCHU", country: "EG", languageTag: "en_AE", currency: "EGP" },
  { id: "AE08WJ6YKNBMC", country: "ZA", languageTag: "en_ZA", currency: "ZAR" },
  { id: "A21TJRUUN4KGV", country: "IN", languageTag: "en_IN", currency: "INR" },
  { id: "A19VAU5U5O7RUS", country: "SG", languageTag: "en_SG", currency: "SGD" },
  { id: "A1VC38T7YXB528", country: "JP", languageTag: "ja_JP", currency: "JPY" },
  { id: "A39IBJ37TRP1C6", country: "AU", languageTag: "en_AU", currency: "AUD" },
]);

const [FIRST] = MARKETPLACES;

/** Where shops show prices before tax. */
const BEFORE_TAX: readonly string[] = ["US", "CA"];

/**
 * The member that has a list price's amount. Product types of the United States know only `value` (amzn/selling-partner-api-docs, issue 2167), and
 * those of the United Kingdom only `value_with_tax` (amzn/selling-partner-api-models, issue 3958; both read 2026-11). Of other marketplaces it
 * follows from how they show prices.
 */
export function listPriceMember({ country }: Marketplace): "value" | "value_with_tax" {
  return BEFORE_TAX.includes(country) ? "value" : "value_with_tax";
}

/** What is wrong with an id that somebody sets. */
export function marketplaceFault(id: string): string | undefined {
  if (MARKETPLACES.some((known) => known.id === id)) return undefined;
  return `must be the id of one of Amazon's marketplaces: ${MARKETPLACES.map((known) => `${known.id} (${known.country})`).join(", ")}`;
}

/** The one that was set, else that of the feed's country, else that of the United States. */
export function marketplaceOf(set: string | null | undefined, country: string): Marketplace {
  const known = MARKETPLACES.find(({ id }) => id === set);
  const own = MARKETPLACES.find((market) => market.country === country);
  const usual = known ?? own ?? FIRST;
  if (usual === undefined) throw new Error("there are marketplaces");
  // An id that we don't know was set in an older version. It's sent; its language and currency are those of the feed's country.
  return set === null || set === undefined || known !== undefined ? usual : { ...usual, id: set };
}
