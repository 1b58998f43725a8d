import { z } from "zod";
import { FeedSettings, type MarketTerms } from "../../engine/plan/feed-definition.ts";
import { currencyOfCountry } from "../../kernel/countries.ts";
import { countryOfMarket, isOwnMarket, marketAt } from "./market-of.ts";
import type { SellingPlaces } from "./selling-queries.ts";

interface MarketFacts {
  /** The feed's target, a country or a market. */
  readonly target: string;
  /** Of the snapshot. */
  readonly markets: readonly string[];
  /** What the merchant said of each of these. */
  readonly currencies: readonly (string | null)[];
  readonly shop: SellingPlaces;
}

/**
 * What the prices of a market are, before the feed's own setting: in the currency that the merchant named with the export, else in the
 * one of the country that the market is named after. Where the export has no prices for a market at home, they are the shop's.
 */
export function marketTerms({ target, markets, currencies, shop }: MarketFacts): MarketTerms {
  const at = marketAt(markets, target);
  const name = markets[at] ?? target;
  const atHome = isOwnMarket(target, shop) || isOwnMarket(name, shop);
  const country = countryOfMarket(name, shop.markets) ?? countryOfMarket(target, shop.markets);
  const usual = country === undefined ? undefined : currencyOfCountry(country);
  const currency = currencies[at] ?? (atHome && at === -1 ? shop.currency : usual) ?? null;
  return { name, currency, shopCurrency: shop.currency, atHome };
}

/** Of a snapshot, what tells the currency of its markets. */
const PricedMarkets = z.object({ markets: z.array(z.string()), market_currencies: z.array(z.string().nullable()).default([]) });

interface CurrencyFacts extends Omit<SellingPlaces, "markets"> {
  readonly feed_type: "primary" | "language" | "market";
  readonly target_market: string | null;
  readonly settings: unknown;
  /** Of the shop. */
  readonly markets: SellingPlaces["markets"] | null;
  /** Of the live extract; null without one. */
  readonly snapshot: unknown;
}

/** The currency of a feed's prices; null where nobody has said it. */
export function currencyOfFeed({ feed_type: type, target_market: target, settings, snapshot, ...shop }: CurrencyFacts): string | null {
  if (type !== "market" || target === null) return shop.currency;
  const { markets, market_currencies: currencies } = PricedMarkets.catch({ markets: [], market_currencies: [] }).parse(snapshot);
  const usual = marketTerms({ target, markets, currencies, shop: { ...shop, markets: shop.markets ?? [] } });
  return FeedSettings.parse(settings).market_currency ?? usual.currency;
}
