import { PlainError } from "../kernel/errors.ts";
import { CurrencyCode } from "../kernel/currency-code.ts";
import { isCurrency } from "../kernel/money.ts";
import { isSameMarket, type MarketCurrencies } from "../storefronts/csv/market-currencies.ts";

/** What `--market "Nordics=SEK"` says. A market's name may hold `=`; a currency can't. */
export function marketOption(written: readonly string[]): MarketCurrencies {
  return written.map((one) => {
    const at = one.lastIndexOf("=");
    const market = one.slice(0, Math.max(at, 0)).trim();
    const currency = CurrencyCode.safeParse(
      one
        .slice(at + 1)
        .trim()
        .toUpperCase(),
    );
    if (market === "" || !currency.success || !isCurrency(currency.data))
      throw new PlainError(
        "option_invalid",
        `--market must be a market of the export and the currency of its prices, such as --market "Nordics=SEK", not ${one}.`,
      );
    return { market, currency: currency.data };
  });
}

/** A market that the export doesn't have is a typing error: its prices would stay without a currency. */
export function requireMarkets(said: MarketCurrencies, markets: readonly string[]): void {
  const unknown = said.find(({ market }) => !markets.some((name) => isSameMarket(name, market)));
  if (unknown === undefined) return;
  const known = markets.length === 0 ? "It has no market prices." : `Its markets: ${markets.join(", ")}.`;
  throw new PlainError("option_invalid", `The export has no market ${unknown.market}. ${known}`);
}
