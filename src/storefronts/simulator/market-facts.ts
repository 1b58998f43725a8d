import { currencyOfCountry } from "../../kernel/countries.ts";
import { SAMPLE_SHOP } from "../sample/sample-shop.ts";
import type { MarketName } from "../sample/sample-product.ts";

/** The simulated shop's markets: where it sells, in which currency, at which address, and how prices there come about. */
export interface MarketFacts {
  readonly id: number;
  readonly handle: string;
  readonly status: "ACTIVE" | "DRAFT";
  readonly countries: readonly string[];
  /** Null: the market has no settings of its own, so buyers pay in the shop's currency. */
  readonly currency: { readonly base: string; readonly local: boolean } | null;
  /** Null: it shares the shop's address. */
  readonly presence: PresenceFacts | null;
  /** Percent that its price list adds to converted prices. */
  readonly adjustmentPercent: number;
  /** Market of the sample whose prices are its fixed ones, and whose products it sells. */
  readonly fixed: MarketName | null;
  /** Every so many products one isn't sold there; 0: the sample says which. */
  readonly leavesOutEvery: number;
  /** Its publication, where it sells less than the shop. */
  readonly publicationId: number | null;
}

export interface PresenceFacts {
  readonly id: number;
  /** Before the shop's domain: `uk.`. */
  readonly subdomain: string;
  /** Behind the language in the path: `/de-ch/`. */
  readonly suffix: string | null;
  /** Languages, the default one first. */
  readonly locales: readonly string[];
}

const FIRST_MARKET_ID = 77_100_000_001;
const FIRST_PRESENCE_ID = 45_300_000_001;
const FIRST_PUBLICATION_ID = 268_039_500_000;

const SHARED: PresenceFacts = { id: FIRST_PRESENCE_ID, subdomain: "", suffix: null, locales: SAMPLE_SHOP.languages };

const EVERYTHING = { status: "ACTIVE", adjustmentPercent: 0, fixed: null, leavesOutEvery: 0, publicationId: null } as const;

/** The shop's own first. */
export const MARKETS: readonly MarketFacts[] = [
  { ...EVERYTHING, handle: "ireland", countries: [SAMPLE_SHOP.country], currency: null, presence: SHARED },
  {
    ...EVERYTHING,
    handle: "international",
    countries: ["US", "CA", "AU"],
    currency: null,
    presence: SHARED,
    adjustmentPercent: 10,
    leavesOutEvery: 12,
    publicationId: FIRST_PUBLICATION_ID + 1,
  },
  {
    ...EVERYTHING,
    handle: "united-kingdom",
    countries: ["GB"],
    currency: { base: "GBP", local: false },
    presence: { id: FIRST_PRESENCE_ID + 1, subdomain: "uk.", suffix: null, locales: ["en"] },
    fixed: "United Kingdom" as const,
    publicationId: FIRST_PUBLICATION_ID + 2,
  },
  {
    ...EVERYTHING,
    handle: "switzerland",
    countries: ["CH", "LI"],
    currency: { base: "EUR", local: true },
    presence: { id: FIRST_PRESENCE_ID + 2, subdomain: "", suffix: "ch", locales: ["de", "fr"] },
    fixed: "Switzerland" as const,
    publicationId: FIRST_PUBLICATION_ID + 3,
  },
  {
    ...EVERYTHING,
    handle: "japan",
    countries: ["JP"],
    currency: { base: "JPY", local: true },
    presence: null,
    adjustmentPercent: 15,
    leavesOutEvery: 9,
    publicationId: FIRST_PUBLICATION_ID + 4,
  },
  { ...EVERYTHING, status: "DRAFT" as const, handle: "brazil", countries: ["BR"], currency: { base: "BRL", local: true }, presence: null },
].map((market, at) => ({ id: FIRST_MARKET_ID + at, ...market }));

const BY_COUNTRY: ReadonlyMap<string, MarketFacts> = new Map(
  MARKETS.filter(({ status }) => status === "ACTIVE").flatMap((market) => market.countries.map((country) => [country, market] as const)),
);

/** The active market that a country is in; elsewhere nobody can buy. */
export function marketOfCountry(country: string): MarketFacts | undefined {
  return BY_COUNTRY.get(country);
}

/** Where buyers in a country are led. */
export function presenceOf(country: string): PresenceFacts {
  return marketOfCountry(country)?.presence ?? SHARED;
}

/** What a buyer in a country pays in. */
export function currencyIn(country: string): string {
  const settings = marketOfCountry(country)?.currency;
  if (settings === undefined || settings === null) return SAMPLE_SHOP.currency;
  return settings.local ? regionCurrency(country) : settings.base;
}

/** The country's own currency, whatever its market charges in. */
export function regionCurrency(country: string): string {
  return currencyOfCountry(country) ?? SAMPLE_SHOP.currency;
}

/** Addresses of a presence by language, as Shopify has them: those of other languages than the default one say which. */
export function rootUrls({ subdomain, suffix, locales }: PresenceFacts, shopDomain: string) {
  const [first = ""] = locales;
  return locales.map((locale) => {
    const folder = suffix === null ? (locale === first ? "" : `${locale}/`) : `${locale}-${suffix}/`;
    return { locale, url: `https://${subdomain}${shopDomain}/${folder}` };
  });
}
