import type { MarketName } from "./sample-product.ts";

/**
 * The shop that a first start installs. The domain ends in `.example`, which nobody can own (RFC 2606), so no link of the sample leads anywhere.
 */
export const SAMPLE_SHOP = {
  name: "Harbour & Hazel",
  domain: "harbour-and-hazel.example",
  currency: "EUR",
  country: "IE",
  timeZone: "Europe/Dublin",
  primaryLocale: "en",
  languages: ["en", "de", "fr"],
  seed: 20_260,
  products: 320,
} as const;

/** Where the pictures of the sample's products are, below the address of whoever serves them. */
export function sampleImageBase(url: string): string {
  return `${url}/sample/images`;
}

export interface SampleMarket {
  readonly name: MarketName;
  readonly handle: string;
  readonly currency: string;
  readonly countries: readonly string[];
  /** Hundredths of its currency for one euro: the sample's own fixed rates, so that prices never move. */
  readonly centsPerEuro: number;
}

/** The markets beside the primary one, in the order an export lists them. */
export const SAMPLE_MARKETS: readonly SampleMarket[] = [
  { name: "International", handle: "international", currency: "USD", countries: ["US", "CA", "AU"], centsPerEuro: 109 },
  { name: "United Kingdom", handle: "united-kingdom", currency: "GBP", countries: ["GB"], centsPerEuro: 86 },
  { name: "Switzerland", handle: "switzerland", currency: "CHF", countries: ["CH", "LI"], centsPerEuro: 96 },
];
