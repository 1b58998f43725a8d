import { countryNamed, isCountry } from "../../kernel/countries.ts";
import type { SellingPlaces } from "./selling-queries.ts";

/** What a market feed aims at: a country, or one of the shop's markets. Both are kept in upper case. */

/**
 * Which of the shop's markets a feed's target is: the one of that name, or for a country the one that is named after it in any
 * language, because an export knows its markets by name alone. -1: none.
 */
export function marketAt(markets: readonly string[], target: string): number {
  const named = markets.findIndex((market) => market.toUpperCase() === target.toUpperCase());
  if (named !== -1) return named;
  const country = countryNamed(target);
  return country === undefined ? -1 : markets.findIndex((market) => countryNamed(market) === country);
}

/** The country a feed of this market is for, where the platform or its name tells one. */
export function countryOfMarket(target: string, markets: SellingPlaces["markets"]): string | undefined {
  const known = markets.find(({ handle }) => handle.toUpperCase() === target.toUpperCase());
  return known?.country ?? countryNamed(target);
}

/** What a market feed aims at, as its row has it. */
export interface Aim {
  readonly target_market: string | null;
  readonly target_country: string;
}

/** The country whose prices a market feed has: the one it aims at, or of a market the feed's own country where that is in it, else the market's first. */
export function pricedCountry({ target_market: target, target_country: own }: Aim, markets: SellingPlaces["markets"]): string {
  const known = markets.find(({ handle }) => handle.toUpperCase() === target?.toUpperCase());
  if (known === undefined) return target !== null && isCountry(target) ? target : own;
  const [first = own] = codesOf(known);
  return codesOf(known).includes(own) ? own : first;
}

/** Countries of a market, as far as they are known. */
export function codesOf({ country, countries }: SellingPlaces["markets"][number]): readonly string[] {
  return countries?.map(({ code }) => code) ?? (country === null ? [] : [country]);
}

/** Of a snapshot, what its market files are of. */
export interface MarketFiles {
  readonly markets: readonly string[];
  /** Null where the platform has no prices by country, but markets by name. */
  readonly countries: readonly string[] | null;
}

/** Which of a snapshot's market files has the prices of a feed: the one of its country, or of its market where an export knows markets by name. -1: none. */
export function marketFileAt({ markets, countries }: MarketFiles, aim: Aim, places: Pick<SellingPlaces, "markets">): number {
  const { target_market: target } = aim;
  if (target === null) return -1;
  return countries === null ? marketAt(markets, target) : countries.indexOf(pricedCountry(aim, places.markets));
}

/** Whether the shop is at home there: its prices need no market to be prices. */
export function isOwnMarket(target: string, { country, markets }: Pick<SellingPlaces, "country" | "markets">): boolean {
  return countryOfMarket(target, markets) === country;
}
