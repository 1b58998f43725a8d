import { z } from "zod";
import { countryNamed, currencyOfCountry } from "../../kernel/countries.ts";
import { CurrencyCode } from "../../kernel/currency-code.ts";
import type { ExtractionWarning, PricedMarket } from "../storefront-port.ts";
import { listed } from "./csv-faults.ts";

/** What a merchant says of the markets of an export: it names them, and not the currencies of their prices. */
export const MarketCurrencies = z.array(z.strictObject({ market: z.string(), currency: CurrencyCode }));
export type MarketCurrencies = z.output<typeof MarketCurrencies>;

/** The export's markets, each with the currency that was said last. */
export function pricedMarkets(markets: readonly { readonly name: string }[], said: MarketCurrencies): readonly PricedMarket[] {
  return markets.map(({ name }) => ({ name, currency: said.findLast(({ market }) => isSameMarket(market, name))?.currency ?? null }));
}

/** What was said before and what is said now, each market once. */
export function mergedCurrencies(before: MarketCurrencies, now: MarketCurrencies): MarketCurrencies {
  return [...before.filter(({ market }) => !now.some((one) => isSameMarket(one.market, market))), ...now];
}

export function isSameMarket(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase();
}

/** The currency of a market's prices: the one the merchant gave, otherwise that of the country the market is named after. */
export function currencyOfMarket({ name, currency }: PricedMarket): string | undefined {
  return currency ?? currencyOfCountry(countryNamed(name) ?? "");
}

/** Feeds of these markets have no prices until somebody says what currency they are in. */
export function unknownCurrencies(markets: readonly PricedMarket[]): readonly ExtractionWarning[] {
  const unknown = markets.filter((market) => currencyOfMarket(market) === undefined);
  if (unknown.length === 0) return [];
  const names = listed(unknown.map(({ name }) => name));
  const example = unknown[0]?.name ?? "";
  const message = `Markets whose currency is unknown, so their feeds have no prices: ${names}. Set it with \`feedwright extract --market "${example}=SEK"\`, or set \`market_currency\` of the market's feed.`;
  return [{ code: "market_currency_unknown", count: unknown.length, message }];
}
