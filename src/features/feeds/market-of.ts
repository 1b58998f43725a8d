import { countryNamed } from "../../kernel/countries.ts";
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

/** Whether the shop is at home there: its prices need no market to be prices. */
export function isOwnMarket(target: string, { country, markets }: Pick<SellingPlaces, "country" | "markets">): boolean {
  return countryOfMarket(target, markets) === country;
}
