import { z } from "zod";
import { CurrencyCode } from "../../kernel/money.ts";
import type { PricedMarket } from "../storefront-port.ts";

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
